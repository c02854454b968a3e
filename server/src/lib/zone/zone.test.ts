// @module-tag slow
import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { openZone, type Zone } from './zone.ts'

const open = (name: string): Zone => {
  const zone = openZone(name)
  if (!zone) throw new Error(`There is no zone ${name}.`)
  return zone
}
const wall = (text: string) => Date.parse(`${text}Z`)
const moments = (name: string, text: string) => {
  const found = open(name).momentsOf(wall(text))
  const again = found.kind === 'twice' ? [new Date(found.again).toISOString()] : []
  return [found.kind, new Date(found.at).toISOString(), ...again]
}

test('a name is written as the list writes it, and one that is not listed as its caller does', () => {
  expect(open('europe/BERLIN').name).toBe('Europe/Berlin')
  expect(['us/eastern', 'US/Eastern', 'us/eastern'].map((name) => open(name).name)).toEqual([
    'us/eastern',
    'US/Eastern',
    'us/eastern',
  ])
})

const minuteMs = 60_000
const first = Date.UTC(2020, 0, 1)
const last = Date.UTC(2041, 0, 1)
const isThorough = inject('isThorough')
const seed = inject('seed')
const every = Intl.supportedValuesOf('timeZone')
// Zones whose clocks change in unusual ways stand in each run.
const unusual = [
  'Africa/Casablanca',
  'America/New_York',
  'America/Nuuk',
  'Antarctica/Troll',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Europe/Dublin',
  'Pacific/Chatham',
  'UTC',
]
const sampled = isThorough ? every : [...unusual, ...every.filter((_, index) => index % 60 === seed % 60)]

describe('knows', () => {
  test.each([
    ['in winter', 'Europe/Berlin', '2026-01-15T09:00', ['one', '2026-01-15T08:00:00.000Z']],
    ['in summer', 'Europe/Berlin', '2026-07-15T09:00', ['one', '2026-07-15T07:00:00.000Z']],
    ['a quarter of an hour', 'Asia/Kathmandu', '2026-07-15T09:00', ['one', '2026-07-15T03:15:00.000Z']],
    [
      'the last minute before a gap',
      'Europe/Berlin',
      '2026-03-29T01:59',
      ['one', '2026-03-29T00:59:00.000Z'],
    ],
    ['the first minute of a gap', 'Europe/Berlin', '2026-03-29T02:00', ['gap', '2026-03-29T01:00:00.000Z']],
    ['the last minute of a gap', 'Europe/Berlin', '2026-03-29T02:59', ['gap', '2026-03-29T01:00:00.000Z']],
    ['the first minute after it', 'Europe/Berlin', '2026-03-29T03:00', ['one', '2026-03-29T01:00:00.000Z']],
    [
      'an hour that comes twice',
      'America/New_York',
      '2026-11-01T01:30',
      ['twice', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
    ],
    [
      'half an hour that comes twice',
      'Australia/Lord_Howe',
      '2026-04-05T01:45',
      ['twice', '2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
    ],
    ['a day that was left out', 'Pacific/Apia', '2011-12-30T12:00', ['gap', '2011-12-30T10:00:00.000Z']],
    ['New Year’s Eve', 'Pacific/Kiritimati', '2026-12-31T23:59', ['one', '2026-12-31T09:59:00.000Z']],
    ['New Year', 'Pacific/Pago_Pago', '2027-01-01T00:00', ['one', '2027-01-01T11:00:00.000Z']],
  ])('%s', (_what, zone, text, expected) => {
    expect(moments(zone, text)).toEqual(expected)
  })
})

test('takes names in any case, old names, and nothing that is no zone', () => {
  expect(open('europe/berlin').name).toBe('Europe/Berlin')
  expect(open('europe/berlin')).toBe(open('Europe/Berlin'))
  expect(open('US/Eastern').wallAt(wall('2026-07-01T12:00'))).toBe(wall('2026-07-01T08:00'))
  for (const name of ['', '+02:00', 'Mars/Olympus', 'Europe/Berlin ', '2026', 'Europe/', 'a'.repeat(100)])
    expect([name, openZone(name)]).toEqual([name, null])
})

test(`every clock shows what Intl shows, and what it shows leads back (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...sampled),
      fc.integer({ min: first / minuteMs, max: last / minuteMs }),
      (name, minute) => {
        const [zone, moment] = [open(name), minute * minuteMs]
        const shown = zone.wallAt(moment)
        expect(new Date(shown).toISOString().slice(0, 16)).toBe(shownByIntl(name, moment))
        const back = zone.momentsOf(shown)
        expect(back.kind).not.toBe('gap')
        expect(back.kind === 'twice' ? [back.at, back.again] : [back.at]).toContain(moment)
      },
    ),
    { seed, numRuns: isThorough ? 200_000 : 1_500 },
  )
}, 600_000)

test(`a time is in a gap exactly when no moment shows it, and the gap ends at the next that is shown (seed ${seed})`, () => {
  for (const name of sampled) {
    const zone = open(name)
    for (const change of changesOf(zone)) {
      const [before, after] = [zone.wallAt(change - 1) + 1, zone.wallAt(change)]
      const [from, to] = [Math.min(before, after), Math.max(before, after)]
      for (let at = from; at < to; at += 5 * minuteMs) {
        const found = zone.momentsOf(at)
        if (after > before) expect([name, found]).toEqual([name, { kind: 'gap', at: change }])
        else expect([name, found.kind, found.at < change]).toEqual([name, 'twice', true])
      }
      for (const at of [from - minuteMs, to]) expect([name, zone.momentsOf(at).kind]).toEqual([name, 'one'])
    }
  }
}, 600_000)

/** Every moment between 2020 and 2040 at which the clock jumps, found by looking at each hour. */
function changesOf(zone: Zone): number[] {
  const found: number[] = []
  const step = 30 * minuteMs
  for (let at = first; at < last; at += step) {
    const isJump = zone.wallAt(at + step) - zone.wallAt(at) !== step
    if (!isJump) continue
    let moment = at
    while (zone.wallAt(moment + minuteMs) - zone.wallAt(moment) === minuteMs) moment += minuteMs
    found.push(moment + minuteMs)
  }
  return found
}

const formats = new Map<string, Intl.DateTimeFormat>()

function shownByIntl(name: string, moment: number): string {
  const format =
    formats.get(name) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'short' })
  formats.set(name, format)
  return format.format(moment).replace(' ', 'T')
}
