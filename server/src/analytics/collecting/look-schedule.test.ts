import { expect, test } from 'vitest'
import { nextLook } from './look-schedule.ts'

const published = new Date('2030-03-01T09:00:00Z')
const hours = (count: number) => new Date(published.getTime() + count * 3_600_000)

test.each([
  [0, 1],
  [0.99, 1],
  [1, 6],
  [6, 24],
  [24, 48],
  [24 * 29.5, 24 * 30],
  [24 * 30, 24 * 37],
  [24 * 86, 24 * 90],
  // A server that was off for days does not catch up on each of them.
  [24 * 4 + 5, 24 * 5],
])('at the age of %d hours, the next look is at that of %d', (age, next) => {
  expect(nextLook(published, hours(age), true)).toEqual(hours(next))
})

test('after ninety days there is none', () => {
  expect(nextLook(published, hours(24 * 90), true)).toBeNull()
  expect(nextLook(published, hours(24 * 91), false)).toBeNull()
})

test('an old post that was never measured is measured at once', () => {
  expect(nextLook(published, hours(24 * 40.5), false)).toEqual(hours(24 * 40.5))
  expect(nextLook(published, hours(0.5), false)).toEqual(hours(1))
})
