import { expect, test } from 'vitest'
import { pauseAfterFailure, pauseAfterRead } from './next-look.ts'

const minute = 60_000
const hour = 60 * minute
const never = () => 0
const most = () => 1

test('a feed is looked at every quarter of an hour, or as its server asks, up to six hours', () => {
  for (const [freshForMs, pauseMs] of [
    [0, 15 * minute],
    [14 * minute, 15 * minute],
    [40 * minute, 40 * minute],
    [6 * hour, 6 * hour],
    [7 * hour, 6 * hour],
  ] as const)
    expect(pauseAfterRead(freshForMs, never)).toBe(pauseMs)
})

test('looks are spread by up to a tenth', () => {
  expect(pauseAfterRead(0, most)).toBe(16.5 * minute)
  expect(pauseAfterFailure(1, null, most)).toBe(16.5 * minute)
})

test('after failures the pause doubles, up to twelve hours, and is never shorter than the server asked for', () => {
  for (const [failures, pauseMs] of [
    [0, 15 * minute],
    [1, 15 * minute],
    [2, 30 * minute],
    [3, hour],
    [6, 8 * hour],
    [7, 12 * hour],
    [400, 12 * hour],
  ] as const)
    expect(pauseAfterFailure(failures, null, never)).toBe(pauseMs)
  expect(pauseAfterFailure(1, hour, never)).toBe(hour)
  expect(pauseAfterFailure(7, hour, never)).toBe(12 * hour)
  expect(pauseAfterFailure(1, 24 * hour, never)).toBe(24 * hour)
})
