import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { newId } from '../lib/id.ts'
import { openZone } from '../lib/zone/zone.ts'
import { occurrencesBetween, type ZonedSlot } from './occurrences.ts'

const seed = inject('seed')
const isThorough = inject('isThorough')

function slotOf(zoneName: string, weekdays: number[], minute: number, jitter = 0): ZonedSlot {
  const zone = openZone(zoneName)
  if (!zone) throw new Error(`There is no zone ${zoneName}.`)
  return { slot: { id: newId(), weekdays, minute, account_id: null, jitter_minutes: jitter }, zone }
}
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const dates = (slot: ZonedSlot, from: string, to: string) =>
  occurrencesBetween([slot], new Date(from), new Date(to)).map(({ slotAt }) => slotAt.toISOString())

describe('the clock of Berlin', () => {
  test('is put forward: nine is nine before and after it', () => {
    const slot = slotOf('Europe/Berlin', everyDay, 9 * 60)
    expect(dates(slot, '2026-03-28T00:00:00Z', '2026-03-30T00:00:00Z')).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
    ])
  })

  test('is put forward: half past two is three', () => {
    const slot = slotOf('Europe/Berlin', everyDay, 2 * 60 + 30)
    expect(dates(slot, '2026-03-28T00:00:00Z', '2026-03-31T00:00:00Z')).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  test('is put back: half past two comes once, the first time', () => {
    const slot = slotOf('Europe/Berlin', everyDay, 2 * 60 + 30)
    expect(dates(slot, '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })
})

test('a day that was left out shares no moment with the next', () => {
  const slot = slotOf('Pacific/Apia', everyDay, 0)
  const found = dates(slot, '2011-12-29T00:00:00Z', '2012-01-02T00:00:00Z')
  expect(new Set(found).size).toBe(found.length)
})

test('the end of a span belongs to the next', () => {
  const slot = slotOf('UTC', everyDay, 0)
  expect(dates(slot, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z')).toEqual(['2026-01-01T00:00:00.000Z'])
})

test(`from 2020 to 2040, in every zone: one occurrence on each of its days, at its time or after a gap (seed ${seed})`, () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const start = Date.UTC(2020, 0, 1)
  const days = (Date.UTC(2040, 0, 1) - start) / 86_400_000
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
      // Clocks change in the small hours.
      fc.oneof(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 0, max: 240 })),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: days }),
      (zoneName, weekdays, minute, jitter, day) => {
        const slot = slotOf(zoneName, weekdays, minute, jitter)
        const { zone } = slot
        const from = start + day * 86_400_000
        const weeks = 40
        const found = occurrencesBetween([slot], new Date(from), new Date(from + weeks * 7 * 86_400_000))
        // The first and the last day may be cut.
        expect(Math.abs(found.length - weeks * weekdays.length)).toBeLessThanOrEqual(1)
        let before = 0
        for (const { slotAt, at } of found) {
          const late = (at.getTime() - slotAt.getTime()) / 60_000
          expect(late >= 0 && late <= jitter).toBe(true)
          expect(slotAt.getTime()).toBeGreaterThan(before)
          before = slotAt.getTime()
          const wall = zone.wallAt(before)
          const shown = (wall % 86_400_000) / 60_000
          expect(weekdays).toContain(new Date(wall).getUTCDay() || 7)
          if (shown === minute) {
            // It is the first of two.
            expect(zone.momentsOf(wall).at).toBe(before)
          } else {
            const wanted = Math.floor(wall / 86_400_000) * 86_400_000 + minute * 60_000
            expect(zone.momentsOf(wanted)).toEqual({ kind: 'gap', at: before })
          }
        }
        // A span that is cut anywhere has the same occurrences.
        const cut = from + Math.floor((weeks * 7 * 86_400_000) / 3)
        const parts = [
          ...occurrencesBetween([slot], new Date(from), new Date(cut)),
          ...occurrencesBetween([slot], new Date(cut), new Date(from + weeks * 7 * 86_400_000)),
        ]
        expect(parts.map(({ at }) => at)).toEqual(found.map(({ at }) => at))
      },
    ),
    { seed, numRuns: isThorough ? 5_000 : 40 },
  )
}, 600_000)
