import { describe, expect, test } from 'vitest'
import { keepClock, snapWithin, timeOnDay } from './landing.ts'

const at = (text: string) => Date.parse(text)
const iso = (ms: number) => new Date(ms).toISOString()

describe('a post that keeps its clock', () => {
  test('stays at nine when the clocks change between the days', () => {
    const landing = keepClock('Europe/Berlin', at('2026-10-24T07:00:05.000Z'), '2026-10-26')
    expect([iso(landing.at), landing.clock.kind]).toEqual(['2026-10-26T08:00:05.000Z', 'one'])
  })

  test('comes after the jump where its time does not exist', () => {
    const landing = keepClock('Europe/Berlin', at('2026-03-27T01:30:00Z'), '2026-03-29')
    expect([iso(landing.at), landing.clock.kind]).toEqual(['2026-03-29T01:30:00.000Z', 'gap'])
  })

  test('takes the first of two where its time comes twice', () => {
    const landing = keepClock('America/New_York', at('2026-10-30T05:30:00Z'), '2026-11-01')
    expect([iso(landing.at), landing.clock.kind]).toEqual(['2026-11-01T05:30:00.000Z', 'twice'])
  })
})

test('a typed time is read by the clock of the zone', () => {
  expect(iso(timeOnDay('Europe/Berlin', '2026-10-13', '09:30')?.at ?? 0)).toBe('2026-10-13T07:30:00.000Z')
  expect(timeOnDay('Europe/Berlin', '2026-10-13', '')).toBeNull()
})

test('a place within an hour is one of its quarters, and never the next hour', () => {
  const hour = { from: at('2026-10-13T07:00:00Z'), to: at('2026-10-13T08:00:00Z') }
  const found = [0, 0.24, 0.25, 0.5, 0.99, 1, -1].map((share) =>
    iso(snapWithin(hour, share, 15)).slice(14, 16),
  )
  expect(found).toEqual(['00', '00', '15', '30', '45', '45', '00'])
  expect(iso(snapWithin(hour, 0.99, 5)).slice(14, 16)).toBe('55')
})
