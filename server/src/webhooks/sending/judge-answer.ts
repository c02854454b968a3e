import { redact } from '../../lib/log.ts'
import { readRetryAfter } from '../../lib/retry-after.ts'
import { type OutboundAnswer, OutboundError } from '../../lib/safe-fetch/outbound.ts'

/** Why an attempt failed. */
export const attemptErrors = {
  not_accepted: 'The server answered with a status that is not 2xx.',
  gone: 'The server answered 410, which switches the endpoint off.',
  redirected: 'The server answered with a redirect. Redirects are not followed.',
  timeout: 'The whole answer did not come within 15 seconds.',
  no_answer: 'The connection broke before the whole answer was there.',
  not_reached: 'No connection to the server could be opened.',
  address_not_allowed: 'The address leads to a place that Crier does not send to, such as a private network.',
} as const

export type AttemptError = keyof typeof attemptErrors

/** An attempt that came to its end. */
export interface AttemptOutcome {
  /** Null when the receiver accepted the delivery. */
  readonly error: AttemptError | null
  /** Null when no answer came. */
  readonly answer: { readonly status: number; readonly headers: object; readonly body: string } | null
  /** How long the receiver asks to be left alone, in milliseconds. */
  readonly retryAfterMs: number | null
}

/** The bytes of a body that are kept. */
export const keptBytes = 8_000

/** Judges the answer of a receiver: only a status of 2xx is success. */
export function judgeAnswer(answer: OutboundAnswer, now: Date): AttemptOutcome {
  const { status } = answer
  const asksToWait = status === 429 || status === 503
  return {
    error: errorOf(status),
    answer: { status, headers: keptHeaders(answer.headers), body: keptText(answer.text) },
    retryAfterMs: asksToWait ? readRetryAfter(answer, now) : null,
  }
}

function errorOf(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirected' : 'not_accepted'
}

/** Judges an attempt without a whole answer. @throws the error if it is another one. */
export function judgeFailure(error: unknown, isLate: boolean): AttemptOutcome {
  if (!(error instanceof OutboundError)) throw error
  return { error: kindOf(error, isLate), answer: null, retryAfterMs: null }
}

function kindOf({ kind }: OutboundError, isLate: boolean): AttemptError {
  if (kind === 'blocked') return 'address_not_allowed'
  if (isLate) return 'timeout'
  return kind === 'not_sent' ? 'not_reached' : 'no_answer'
}

const secretHeaders = ['set-cookie', 'authorization', 'proxy-authorization', 'cookie', 'www-authenticate']

/** The headers that are kept, cut like a body. A header that usually holds a secret is hidden. */
export function keptHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {}
  let room = keptBytes
  for (const [name, value] of Object.entries(headers)) {
    const text = secretHeaders.includes(name) ? 'hidden' : keptText(value)
    room -= name.length + Buffer.byteLength(text)
    if (room < 0) break
    kept[name] = text
  }
  return kept
}

/** The beginning of a text without secrets, in a form that the database can store. */
export function keptText(text: string): string {
  const cut = Buffer.from(redact(text)).subarray(0, keptBytes).toString('utf8')
  return cut.replaceAll('\0', '\uFFFD')
}
