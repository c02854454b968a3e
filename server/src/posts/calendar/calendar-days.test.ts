import { describe, expect, test } from 'vitest'
import { openZone } from '../../lib/zone/zone.ts'
import { calendarDays } from './calendar-days.ts'

function days(name: string, from: string, to: string) {
  const zone = openZone(name)
  if (!zone) throw new Error(`There is no zone ${name}.`)
  return calendarDays(zone, { from, to })
}
const hours = (name: string, from: string, to = from) =>
  days(name, from, to).map((day) => [day.date, (day.to - day.from) / 3_600_000])

describe('a day', () => {
  test.each([
    ['Europe/Berlin', '2026-03-28', 24],
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    // Clocks go from 24:00 to 1:00, so that the day has no midnight.
    ['Africa/Cairo', '2026-04-24', 23],
    // Midnight comes twice.
    ['America/Havana', '2026-11-01', 25],
    ['UTC', '2026-02-28', 24],
  ])('of %s, %s, has %d hours', (zone, date, length) => {
    expect(hours(zone, date)).toEqual([[date, length]])
  })

  test('that a zone left out is left out', () => {
    expect(hours('Pacific/Apia', '2011-12-29', '2011-12-31')).toEqual([
      ['2011-12-29', 24],
      ['2011-12-31', 24],
    ])
  })
})

test('the days of a span follow each other without a gap', () => {
  const year = days('Europe/Berlin', '2026-01-01', '2026-12-31')
  expect(year).toHaveLength(365)
  for (const [index, day] of year.entries()) expect(day.from).toBe(year[index - 1]?.to ?? day.from)
  expect(days('Europe/Berlin', '2028-01-01', '2028-12-31')).toHaveLength(366)
})

test('the first and the last day may be parts', () => {
  const at = (text: string) => Date.parse(text)
  expect(days('Europe/Berlin', '2026-05-01T12:00:00Z', '2026-05-02T06:00:00+02:00')).toEqual([
    { date: '2026-05-01', from: at('2026-05-01T12:00:00Z'), to: at('2026-05-01T22:00:00Z') },
    { date: '2026-05-02', from: at('2026-05-01T22:00:00Z'), to: at('2026-05-02T04:00:00.001Z') },
  ])
  expect(days('UTC', '2026-05-02', '2026-05-01')).toEqual([])
})

test.each([
  ['2026-02-30', '2026-03-01', '?from', 'wrong_format'],
  ['2026-02-01', 'tomorrow', '?to', 'wrong_format'],
  ['2026-01-01', '2027-01-02', '?to', 'span_too_long'],
  ['0001-01-01', '9999-12-31', '?to', 'span_too_long'],
])('refuses %s to %s', (from, to, pointer, code) => {
  expect(() => days('UTC', from, to)).toThrowError(
    expect.objectContaining({ errors: [expect.objectContaining({ pointer, code })] }),
  )
})
