import { asObject } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'

const unitsMs: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
}

const usualMs = 10 * 60_000

/**
 * How long to wait after the error RATELIMIT, in milliseconds. Reddit says it in words, such as "Take a break for 3 minutes before
 * trying again", and sometimes as a number of seconds beside them. Times in words are rounded down, so one unit is added. It is ten
 * minutes where nothing says how long.
 */
export function readBreak({ json }: OutboundAnswer, words: string | null): number {
  const seconds = asObject(asObject(json)?.json)?.ratelimit
  if (typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0)
    return Math.ceil(seconds * 1_000)
  const found = /\b(\d{1,5}|an?)\s{1,3}(millisecond|second|minute|hour)s?\b/i.exec(words ?? '')
  const unitMs = unitsMs[found?.[2]?.toLowerCase() ?? '']
  if (!found || unitMs === undefined) return usualMs
  return ((Number(found[1]) || 1) + 1) * unitMs
}
