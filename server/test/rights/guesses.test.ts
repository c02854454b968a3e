import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createGuessLimit, refuseGuess } from '../../src/api-keys/guess-limit.ts'

describe('#19 an address that sends keys which nobody made', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  const guess = (limit: ReturnType<typeof createGuessLimit>, address: string, times: number) => {
    for (let time = 0; time < times; time += 1) limit.count(address)
  }

  test('waits from the sixtieth on, until the minute is over that began with the first', () => {
    const limit = createGuessLimit()
    expect(limit.closedForMs('192.0.2.1')).toBeNull()
    guess(limit, '192.0.2.1', 1)
    vi.advanceTimersByTime(20_000)
    guess(limit, '192.0.2.1', 58)
    expect(limit.closedForMs('192.0.2.1')).toBeNull()
    guess(limit, '192.0.2.1', 1)
    expect(limit.closedForMs('192.0.2.1')).toBe(40_000)
    guess(limit, '192.0.2.1', 1)
    vi.advanceTimersByTime(39_999)
    expect(limit.closedForMs('192.0.2.1')).toBe(1)
    vi.advanceTimersByTime(1)
    expect(limit.closedForMs('192.0.2.1')).toBeNull()
    guess(limit, '192.0.2.1', 59)
    expect(limit.closedForMs('192.0.2.1')).toBeNull()
    guess(limit, '192.0.2.1', 1)
    expect(limit.closedForMs('192.0.2.1')).toBe(60_000)
  })

  test('waits together with its customer’s other addresses, and nobody else does', () => {
    const limit = createGuessLimit()
    guess(limit, '2001:db8:1:2::7', 30)
    guess(limit, '2001:db8:1:2:ffff::9', 30)
    expect(limit.closedForMs('2001:db8:1:2::abcd')).toBe(60_000)
    expect(limit.closedForMs('2001:db8:1:3::7')).toBeNull()
    guess(limit, '192.0.2.1', 60)
    expect(limit.closedForMs('::ffff:192.0.2.1')).toBe(60_000)
    expect(limit.closedForMs('192.0.2.2')).toBeNull()
  })

  test('is forgotten when ten thousand others came after it, and not before', () => {
    const limit = createGuessLimit()
    guess(limit, '192.0.2.1', 60)
    for (let other = 1; other < 10_000; other += 1) limit.count(`10.0.${other >> 8}.${other & 255}`)
    // One that is counted already takes the place of nobody.
    limit.count('10.0.0.1')
    expect(limit.closedForMs('192.0.2.1')).toBe(60_000)
    limit.count('10.1.0.1')
    expect(limit.closedForMs('192.0.2.1')).toBeNull()
  })

  test('is remembered for its new window, not for that of long ago', () => {
    const limit = createGuessLimit()
    limit.count('192.0.2.1')
    limit.count('192.0.2.2')
    vi.advanceTimersByTime(60_000)
    guess(limit, '192.0.2.1', 60)
    // The other one of the two is the oldest now.
    for (let other = 0; other < 9_998; other += 1) limit.count(`10.0.${other >> 8}.${other & 255}`)
    limit.count('10.1.0.1')
    expect(limit.closedForMs('192.0.2.1')).toBe(60_000)
  })
})

test.concurrent('#19 a guess is refused after a second, with the seconds that are left to wait', async () => {
  const startedAt = performance.now()
  const refusals = await Promise.allSettled([40_000, 1_500, 10].map(refuseGuess))
  expect(performance.now() - startedAt).toBeGreaterThan(990)
  expect(refusals).toMatchObject(
    [39, 1, 1].map((retryAfterSeconds) => ({
      status: 'rejected',
      reason: {
        status: 429,
        code: 'too_many_unknown_keys',
        message:
          'Too many unknown API keys came from this network address. Check your key, and try again later.',
        retryAfterSeconds,
      },
    })),
  )
})
