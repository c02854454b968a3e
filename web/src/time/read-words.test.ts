import { describe, expect, test } from 'vitest'
import { loadReader, readWords } from './read-words.ts'

const berlin = { zone: 'Europe/Berlin', usual: '09:00' }
// The Saturday before the clocks of Berlin go forward, 10:15 there.
const saturday = Date.parse('2026-03-28T09:15:00Z')

async function read(words: string, { locale = 'en-GB', now = saturday, zone = berlin.zone } = {}) {
  const found = readWords(await loadReader(locale), words, { ...berlin, zone, now })
  if (found === null) return null
  const { moment } = found
  return moment.kind === 'one'
    ? new Date(moment.at).toISOString().slice(0, 16)
    : { ...moment, wall: found.wall }
}

describe('words for a time', () => {
  test.each([
    ['tomorrow 9am', '2026-03-29T07:00'],
    ['today 18:30', '2026-03-28T17:30'],
    ['friday 9:30', '2026-04-03T07:30'],
    ['friday 9', '2026-04-03T07:00'],
    ['saturday', '2026-04-04T07:00'],
    ['saturday 11am', '2026-03-28T10:00'],
    ['next saturday 11am', '2026-04-04T09:00'],
    ['9am', '2026-03-29T07:00'],
    ['noon', '2026-03-28T11:00'],
    ['3/4 at 10', '2026-04-03T08:00'],
    ['1 march 10:00', '2027-03-01T09:00'],
    ['in 3 days', '2026-03-31T07:00'],
  ])('%s is by the clock of the workspace', async (words, at) => {
    expect(await read(words)).toBe(at)
  })

  test('a span of hours is that long, also over the jump of the clock', async () => {
    const now = Date.parse('2026-03-29T00:30:00Z')
    expect(await read('in 2 hours', { now })).toBe('2026-03-29T02:30')
    expect(await read('in 26 hours', { now })).toBe('2026-03-30T02:30')
  })

  test('a time that the clock never shows names the jump', async () => {
    expect(await read('sunday 2:30')).toMatchObject({
      kind: 'gap',
      at: Date.parse('2026-03-29T01:30:00Z'),
      wall: { hour: 2, minute: 30 },
    })
  })

  test('a time that the clock shows twice names both', async () => {
    const now = Date.parse('2026-10-31T12:00:00Z')
    expect(await read('tomorrow 1:30', { now, zone: 'America/New_York' })).toMatchObject({
      kind: 'twice',
      first: Date.parse('2026-11-01T05:30:00Z'),
      second: Date.parse('2026-11-01T06:30:00Z'),
    })
  })

  test('a zone that words name is theirs', async () => {
    expect(await read('tomorrow 9am EST')).toBe('2026-03-29T14:00')
  })

  test.each([
    ['de', 'morgen um 9', '2026-03-29T07:00'],
    ['de', 'Freitag 9:30', '2026-04-03T07:30'],
    ['de', 'in 2 Stunden', '2026-03-28T11:15'],
    ['es', 'mañana a las 9', '2026-03-29T07:00'],
    ['es', 'viernes 9:30', '2026-04-03T07:30'],
  ])('are read in %s: %s', async (locale, words, at) => {
    expect(await read(words, { locale })).toBe(at)
  })

  test('that name no time are not guessed at', async () => {
    expect(await read('when it is ready')).toBeNull()
  })
})
