import { describe, expect, test } from 'vitest'
import { readEpochSeconds, readIsoTime, readRetryAfter } from './retry-after.ts'

const now = new Date('2026-11-22T06:15:26.088Z')
const dayMs = 86_400_000
const read = (headers: Record<string, string>, reset: Date | null = null) =>
  readRetryAfter({ headers }, now, reset)

describe('how long a server asks to wait', () => {
  test.each([
    ['7', 7_000],
    ['0', 0],
    ['1.5', 1_500],
    [' 7 ', 7_000],
    ['999999999', dayMs],
    ['9'.repeat(400), dayMs],
    ['Sun, 22 Nov 2026 06:15:30 GMT', 4_912],
    ['Sunday, 22-Nov-26 06:15:30 GMT', 4_912],
    ['Sun Nov 22 06:15:30 2026 GMT', 4_912],
    ['Sun, 22 Nov 2026 06:15:20 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', dayMs],
    ['-5', null],
    ['soon', null],
    ['1e3', null],
    ['', null],
  ])('by retry-after: %j is %j ms', (header, ms) => {
    expect(read({ 'retry-after': header })).toBe(ms)
  })

  test('by its own header, and not before the second it names is over', () => {
    expect(read({}, readIsoTime('2026-11-22T06:17:44.000Z'))).toBe(138_912)
    expect(read({}, readIsoTime('2026-11-22T06:17:44.512Z'))).toBe(138_912)
    expect(read({}, readEpochSeconds('1795328264'))).toBe(138_912)
    expect(read({}, readIsoTime('9999-12-31T00:00:00Z'))).toBe(dayMs)
    expect(read({}, readIsoTime('2026-11-22T06:00:00Z'))).toBe(0)
    expect([readIsoTime('later'), readIsoTime(undefined), readEpochSeconds('1.5')]).toEqual([
      null,
      null,
      null,
    ])
    expect(read({})).toBeNull()
  })

  test('by the clock of the network, where it sends a date', () => {
    const headers = { date: 'Sun, 22 Nov 2026 06:10:00 GMT', 'retry-after': 'Sun, 22 Nov 2026 06:10:09 GMT' }
    expect(read(headers)).toBe(10_000)
    expect(read({ date: headers.date }, readIsoTime('2026-11-22T06:10:09Z'))).toBe(10_000)
  })

  test('first by retry-after', () => {
    expect(read({ 'retry-after': '3' }, readIsoTime('2026-11-22T07:00:00Z'))).toBe(3_000)
  })
})
