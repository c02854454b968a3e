// @module-tag slow
import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { openZone } from '../lib/zone/zone.ts'
import { weekdays } from '../queue/slot.ts'
import { places, type Rule, type Schedule } from './rule.ts'
import { nextTime, timesBetween } from './times.ts'

const seed = inject('seed')
const isThorough = inject('isThorough')
const dayMs = 86_400_000
const minuteMs = 60_000

function schedule(
  rule: Rule,
  more: Partial<{ zone: string; startsOn: string; endsOn: string }> = {},
): Schedule {
  const zone = openZone(more.zone ?? 'Europe/Berlin')
  if (!zone) throw new Error('There is no such zone.')
  return { rule, zone, startsOn: more.startsOn ?? '2026-01-01', endsOn: more.endsOn ?? null }
}

/** The times after a moment as the clock of the zone shows them. */
function local(given: Schedule, after: string, most: number): string[] {
  const found = timesBetween(given, Date.parse(after), Number.POSITIVE_INFINITY, most)
  return found.map(({ at }) => new Date(given.zone.wallAt(at)).toISOString().slice(0, 16))
}

const daily = (time: string): Rule => ({ unit: 'day', times: [time] })

describe('a rule', () => {
  test.each<[string, Rule, string[]]>([
    [
      'every third day, counted from the first',
      { unit: 'day', every: 3, times: ['08:00'] },
      ['2026-01-04T08:00', '2026-01-07T08:00', '2026-01-10T08:00'],
    ],
    [
      'twice a day',
      { unit: 'day', times: ['08:00', '20:00'] },
      ['2026-01-02T08:00', '2026-01-02T20:00', '2026-01-03T08:00'],
    ],
    [
      'every other week on two weekdays: the first day lies in the first week',
      { unit: 'week', every: 2, weekdays: ['mon', 'thu'], times: ['09:00'] },
      ['2026-01-12T09:00', '2026-01-15T09:00', '2026-01-26T09:00'],
    ],
    [
      'the 31st, which is the last day of a shorter month',
      { unit: 'month', days: [31], times: ['12:00'] },
      ['2026-01-31T12:00', '2026-02-28T12:00', '2026-03-31T12:00', '2026-04-30T12:00'],
    ],
    [
      'the 29th to the 31st, which are one day of February',
      { unit: 'month', every: 12, days: [29, 30, 31], times: ['12:00'] },
      ['2026-01-29T12:00', '2026-01-30T12:00', '2026-01-31T12:00', '2027-01-29T12:00'],
    ],
    [
      'the first Monday',
      { unit: 'month', nth: { place: 'first', weekday: 'mon' }, times: ['12:00'] },
      ['2026-01-05T12:00', '2026-02-02T12:00', '2026-03-02T12:00'],
    ],
    [
      'the last Friday',
      { unit: 'month', nth: { place: 'last', weekday: 'fri' }, times: ['12:00'] },
      ['2026-01-30T12:00', '2026-02-27T12:00', '2026-03-27T12:00', '2026-04-24T12:00', '2026-05-29T12:00'],
    ],
  ])('%s', (_what, rule, expected) => {
    expect(local(schedule(rule), '2026-01-01T22:00:00Z', expected.length)).toEqual(expected)
  })

  test('February of a leap year has its 29th', () => {
    const rule: Rule = { unit: 'month', days: [29, 30], times: ['12:00'] }
    expect(local(schedule(rule), '2028-02-01T00:00:00Z', 2)).toEqual(['2028-02-29T12:00', '2028-03-29T12:00'])
  })

  test('ends with its last day, and begins with its first', () => {
    const given = schedule(daily('09:00'), { startsOn: '2026-05-01', endsOn: '2026-05-02' })
    expect(local(given, '2026-01-01T00:00:00Z', 9)).toEqual(['2026-05-01T09:00', '2026-05-02T09:00'])
    expect(nextTime(given, Date.parse('2026-05-02T07:00:00Z'))).toBeNull()
  })
})

describe('when clocks change', () => {
  test('a time that is left out comes at the first moment after the gap, and only once', () => {
    expect(local(schedule(daily('02:30')), '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T03:00',
      '2026-03-30T02:30',
    ])
    const two = schedule({ unit: 'day', times: ['02:00', '03:00'] })
    expect(local(two, '2026-03-28T12:00:00Z', 3)).toEqual([
      '2026-03-29T03:00',
      '2026-03-30T02:00',
      '2026-03-30T03:00',
    ])
  })

  test('a time that comes twice is the first of the two', () => {
    const found = timesBetween(
      schedule(daily('02:30')),
      Date.parse('2026-10-24T12:00:00Z'),
      Number.POSITIVE_INFINITY,
      2,
    )
    expect(found.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  test('a day that a zone left out has no post of its own', () => {
    const given = schedule(
      { unit: 'day', times: ['09:00'] },
      { zone: 'Pacific/Apia', startsOn: '2011-12-28' },
    )
    expect(local(given, '2011-12-28T00:00:00Z', 4)).toEqual([
      '2011-12-28T09:00',
      '2011-12-29T09:00',
      '2011-12-31T00:00',
      '2011-12-31T09:00',
    ])
  })
})

const every = Intl.supportedValuesOf('timeZone')
const zones = isThorough
  ? every
  : [
      'UTC',
      'Europe/Berlin',
      'America/Havana',
      'Africa/Cairo',
      'Australia/Lord_Howe',
      'Asia/Gaza',
      'Pacific/Chatham',
    ]
const clock = fc
  .uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 4 })
  .map((hours) => hours.sort((a, b) => a - b).map((hour) => `${String(hour).padStart(2, '0')}:30`))
const interval = fc.integer({ min: 1, max: 7 })
const weekday = fc.constantFrom(...weekdays)
const rules: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({ unit: fc.constant('day' as const), every: interval, times: clock }),
  fc.record({
    unit: fc.constant('week' as const),
    every: interval,
    weekdays: fc.subarray([...weekdays], { minLength: 1 }),
    times: clock,
  }),
  fc.record({
    unit: fc.constant('month' as const),
    every: interval,
    days: fc
      .uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 4 })
      .map((days) => days.sort((a, b) => a - b)),
    times: clock,
  }),
  fc.record({
    unit: fc.constant('month' as const),
    every: interval,
    nth: fc.record({ place: fc.constantFrom(...places), weekday }),
    times: clock,
  }),
)
const first = Date.UTC(2020, 0, 1)
const last = Date.UTC(2040, 0, 1)

test(`from 2020 to 2040, each day is tried one by one and gives the same times (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      rules,
      fc.constantFrom(...zones),
      fc.integer({ min: first / dayMs, max: last / dayMs }),
      fc.integer({ min: 0, max: 500 * 1440 }),
      (rule, zone, startDay, laterMinutes) => {
        const startsOn = new Date(startDay * dayMs).toISOString().slice(0, 10)
        const given = schedule(rule, { zone, startsOn })
        const after = startDay * dayMs + laterMinutes * minuteMs
        const until = after + 200 * dayMs
        const found = timesBetween(given, after, until)
        expect(found.map(({ at }) => at)).toEqual(slowly(given, after, until))
        // The one after any of them is the one that follows it, so that nothing is made twice or left out.
        for (const [index, { at }] of found.slice(0, 5).entries())
          expect(nextTime(given, at)?.at).toBe(found[index + 1]?.at ?? nextTime(given, at)?.at)
      },
    ),
    { seed, numRuns: isThorough ? 5_000 : 150 },
  )
}, 600_000)

/** The times of a schedule, by asking of each day whether it belongs to the rule. */
function slowly({ rule, zone, startsOn }: Schedule, after: number, until: number): number[] {
  const begin = Date.parse(startsOn)
  const found = new Set<number>()
  for (let day = begin; day <= until + 3 * dayMs; day += dayMs) {
    if (!isOfRule(rule, begin, day)) continue
    for (const time of rule.times) {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      found.add(zone.momentsOf(day + (hours * 60 + minutes) * minuteMs).at)
    }
  }
  return [...found].filter((at) => at > after && at <= until).sort((a, b) => a - b)
}

function isOfRule(
  { unit, every: interval = 1, weekdays: named = [], days = [], nth }: Rule,
  begin: number,
  day: number,
): boolean {
  const [start, date] = [new Date(begin), new Date(day)]
  const mondayOf = (each: Date) => each.getTime() - ((each.getUTCDay() + 6) % 7) * dayMs
  const nameOf = (each: Date) => weekdays[(each.getUTCDay() + 6) % 7]
  if (unit === 'day') return ((day - begin) / dayMs) % interval === 0
  if (unit === 'week') {
    const weeks = (mondayOf(date) - mondayOf(start)) / (7 * dayMs)
    return weeks % interval === 0 && named.some((name) => name === nameOf(date))
  }
  const months =
    (date.getUTCFullYear() - start.getUTCFullYear()) * 12 + date.getUTCMonth() - start.getUTCMonth()
  if (months % interval !== 0) return false
  const isLastDay = new Date(day + dayMs).getUTCDate() === 1
  if (nth === undefined)
    return days.some((wanted) => wanted === date.getUTCDate() || (isLastDay && wanted > date.getUTCDate()))
  if (nameOf(date) !== nth.weekday) return false
  const isLastOfIts = new Date(day + 7 * dayMs).getUTCMonth() !== date.getUTCMonth()
  return nth.place === 'last'
    ? isLastOfIts
    : Math.ceil(date.getUTCDate() / 7) === places.indexOf(nth.place) + 1
}
