const dayMs = 24 * 3_600_000

/** The headers of an answer, by lower-case names. */
interface Answered {
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Reads how many milliseconds a server asks us to wait: from `retry-after`, in seconds or as an HTTP date, otherwise until
 * `reset`, the end of its window by a header of its own. Null if it does not say. The result is rounded up, because servers
 * cut times to whole seconds, and is at most a day, because more is a mistake.
 */
export function readRetryAfter({ headers }: Answered, now: Date, reset: Date | null = null): number | null {
  const after = headers['retry-after']?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(after)) return Math.min(dayMs, Math.ceil(Number(after) * 1_000))
  const until = isHttpDate.test(after) ? Date.parse(after) : (reset?.getTime() ?? Number.NaN)
  if (Number.isNaN(until)) return null
  const nextSecond = (Math.floor(until / 1_000) + 1) * 1_000
  return Math.min(dayMs, Math.max(0, nextSecond - serverTime(headers, now)))
}

// RFC 9110, 5.6.7. Date.parse alone would accept many other texts.
const isHttpDate = /^[a-z]{3,9},? /i

/** The server's time from its `date` header, because the times it names follow its own clock. */
function serverTime(headers: Answered['headers'], now: Date): number {
  const serverNow = Date.parse(headers.date ?? '')
  return Number.isNaN(serverNow) ? now.getTime() : serverNow
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
