import { expect, test } from 'vitest'
import { readWhen } from './schedule.ts'

const now = new Date('2026-06-01T12:00:00.000Z')
const when = (value: string) => readWhen({ value, pointer: '/scheduled_at' }, now)

test('keeps a moment to come, in UTC', () => {
  expect(when('2026-06-01T16:00:00+02:00')).toMatchObject({
    at: new Date('2026-06-01T14:00:00Z'),
    objection: null,
  })
})

test.each(['2026-06-01T12:00:00Z', '2026-06-01T11:59:30Z', '2026-06-01T11:59:00.000Z'])(
  'takes %s as now',
  (text) => {
    expect(when(text)).toMatchObject({ at: null, given: new Date(text), problem: null, objection: null })
  },
)

test.each([
  ['2026-06-01T11:58:59.999Z', 'scheduled_at_in_past'],
  ['0001-01-01T00:00:00Z', 'scheduled_at_in_past'],
  ['2027-06-01T12:00:00.001Z', 'scheduled_at_too_far'],
  ['9999-12-31T23:59:59Z', 'scheduled_at_too_far'],
])('objects to %s: %s', (text, code) => {
  expect(when(text).objection).toMatchObject({ pointer: '/scheduled_at', code })
})

test('takes the very end of 365 days', () => {
  expect(when('2027-06-01T12:00:00.000Z').objection).toBeNull()
})

test('finds a date that does not exist', () => {
  expect(when('2026-02-30T00:00:00Z').problem).toMatchObject({ code: 'invalid_date_time' })
})
