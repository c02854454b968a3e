import { describe, expect, test } from 'vitest'
import { addDays, dayAt, instantOf, momentOf, offsetAt, startOfDay, wallTimeAt, weekdayOf } from './zone.ts'

const hour = 3_600_000
const at = (text: string) => Date.parse(text)

describe('the clock of a zone', () => {
  test('comes back to the moment from every zone, in summer and winter, over twenty years', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    let tried = 0
    for (const zone of zones)
      for (let month = 0; month < 60; month += 1) {
        const moment = Date.UTC(2020, month * 4, 1 + (month % 27), (month * 7) % 24, (month * 13) % 60)
        const back = momentOf(zone, wallTimeAt(zone, moment))
        const moments = back.kind === 'twice' ? [back.first, back.second] : [back.at]
        expect(moments, `${zone} ${new Date(moment).toISOString()}`).toContain(moment)
        tried += 1
      }
    expect(tried).toBeGreaterThan(20_000)
  })

  test('has a gap where it goes forward', () => {
    const moment = momentOf('Europe/Berlin', { year: 2026, month: 3, day: 29, hour: 2, minute: 30 })
    expect(moment).toEqual({
      kind: 'gap',
      at: at('2026-03-29T01:30:00Z'),
      jumpsAt: at('2026-03-29T01:00:00Z'),
    })
    expect(wallTimeAt('Europe/Berlin', at('2026-03-29T01:30:00Z'))).toMatchObject({ hour: 3, minute: 30 })
  })

  test('shows an hour twice where it goes back', () => {
    const moment = momentOf('America/New_York', { year: 2026, month: 11, day: 1, hour: 1, minute: 30 })
    expect(moment).toEqual({
      kind: 'twice',
      first: at('2026-11-01T05:30:00Z'),
      second: at('2026-11-01T06:30:00Z'),
    })
  })

  test('may skip a whole day', () => {
    expect(dayAt('Pacific/Apia', at('2011-12-30T09:59:00Z'))).toBe('2011-12-29')
    expect(dayAt('Pacific/Apia', at('2011-12-30T10:00:00Z'))).toBe('2011-12-31')
    expect(momentOf('Pacific/Apia', { year: 2011, month: 12, day: 30, hour: 12, minute: 0 }).kind).toBe('gap')
  })

  test('may begin a day at one o’clock', () => {
    expect(startOfDay('Africa/Cairo', '2026-04-24')).toBe(at('2026-04-23T22:00:00Z'))
    expect(wallTimeAt('Africa/Cairo', startOfDay('Africa/Cairo', '2026-04-24'))).toMatchObject({ hour: 1 })
  })

  test('knows offsets of half an hour and of parts of a minute', () => {
    expect(offsetAt('Asia/Kolkata', at('2026-01-01T00:00:00Z'))).toBe(5.5 * hour)
    expect(offsetAt('Europe/Berlin', at('1890-01-01T00:00:00Z'))).toBe(53 * 60_000 + 28_000)
  })
})

test('days are counted on the calendar', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(weekdayOf('2026-11-23')).toBe(1)
  expect(weekdayOf('2026-11-29')).toBe(7)
})

test('five thousand moments are read in a few milliseconds', () => {
  const start = at('2026-03-01T00:00:00Z')
  instantOf('America/New_York', { year: 2026, month: 3, day: 1, hour: 0, minute: 0 })
  const began = performance.now()
  for (let index = 0; index < 5_000; index += 1) wallTimeAt('America/New_York', start + index * 500_000)
  expect(performance.now() - began).toBeLessThan(200)
})
