const dayMs = 24 * 3_600_000

/** What is read of an answer: its headers, under lower-case names. */
interface Answered {
  readonly headers: Readonly<Record<string, string>>
}

/**
 * For how many milliseconds a server asks to be left alone: by `retry-after`, in seconds or as an HTTP date, else until
 * `reset`, when its window ends by a header of its own. Null if it does not say. Never shorter than what was said, for
 * times may have been cut to whole seconds; and a day at most, for much more is a mistake.
 */
export function readRetryAfter({ headers }: Answered, now: Date, reset: Date | null = null): number | null {
  const after = headers['retry-after']?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(after)) return Math.min(dayMs, Math.ceil(Number(after) * 1_000))
  const until = isHttpDate.test(after) ? Date.parse(after) : (reset?.getTime() ?? Number.NaN)
  if (Number.isNaN(until)) return null
  const nextSecond = (Math.floor(until / 1_000) + 1) * 1_000
  return Math.min(dayMs, Math.max(0, nextSecond - serverTime(headers, now)))
}

// RFC 9110, 5.6.7. Anything else Date.parse would take for a date of some kind as well.
const isHttpDate = /^[a-z]{3,9},? /i

/** A time that a server names is by its own clock, which `date` tells; ours may be ahead. */
function serverTime(headers: Answered['headers'], now: Date): number {
  const said = Date.parse(headers.date ?? '')
  return Number.isNaN(said) ? now.getTime() : said
}

/** A header that counts seconds since 1970. */
export function readEpochSeconds(header: string | undefined): Date | null {
  return header !== undefined && /^\d{1,12}$/.test(header) ? new Date(Number(header) * 1_000) : null
}

/** A header that is a time of ISO 8601. */
export function readIsoTime(header: string | undefined): Date | null {
  const time = new Date(header ?? '')
  return Number.isNaN(time.getTime()) ? null : time
}
