import { asObject, type Json, type JsonObject } from '../../lib/json/json.ts'
import { readRetryAfter } from '../../lib/retry-after.ts'
import type { OutboundAnswer, OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import { cleanLine } from '../../lib/text/clean-text.ts'
import { cutText } from '../../lib/text/graphemes.ts'
import { sentence, type Words, word } from '../../lib/text/sentence.ts'
import { Failure, type FailureKind } from '../connector.ts'

/** One call of an API. It is a POST if it has a body and does not name its method. */
export interface ApiCall {
  readonly method?: OutboundRequest['method'] | undefined
  /** On the origin the call is made to; a whole address goes where it says. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>> | undefined
  /** Lower-case names, laid over the usual ones. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly token?: string | null | undefined
  readonly json?: Json | undefined
  /** Bytes in place of `json`. */
  readonly file?: ApiFile | undefined
}

export interface ApiFile {
  readonly bytes: Uint8Array | ReadableStream<Uint8Array>
  /** The length of a stream, which is announced by it. */
  readonly size: number
  readonly mimeType: string
}

export function makeRequest(origin: string, call: ApiCall): OutboundRequest {
  const { method, path, query = {}, headers = {}, token, json, file } = call
  const url = new URL(path, origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const body = file?.bytes ?? (json === undefined ? null : JSON.stringify(json))
  const type = file?.mimeType ?? (json === undefined ? null : 'application/json')
  return {
    method: method ?? (body === null ? 'GET' : 'POST'),
    url: url.href,
    headers: {
      accept: 'application/json',
      ...(type === null ? {} : { 'content-type': type }),
      ...(file?.bytes instanceof ReadableStream ? { 'content-length': String(file.size) } : {}),
      ...headers,
      ...(token ? bearer(token) : {}),
    },
    body,
  }
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

/** The places where the answers of a network say why they refuse. */
export interface Dialect {
  /** The network at the beginning of a sentence, such as `Slack`, or `word('The server')`. */
  readonly name: Words
  /** The network's own name for what went wrong, which is kept with the failure. */
  code(answer: OutboundAnswer): string | null
  /** Its own sentence. */
  words(answer: OutboundAnswer): string | null
  /** The end of a rate limit, by a header of the vendor's own; `retry-after` is read without it. */
  limitedUntil(answer: OutboundAnswer): Date | null
}

/** One meaning that refusals can have. */
export interface Refusal {
  /** Statuses, each with its code where that matters: `403`, `400 ExpiredToken`. */
  readonly answers: readonly string[]
  /** The words that must be there too; `/^/` is any words at all, null also none. */
  readonly says?: RegExp | null
  readonly kind: FailureKind
  /** The sentence a person reads. */
  readonly text: Words
  /** Whether the network's own words follow. */
  readonly isQuoting?: boolean
  readonly retryAfterMs?: number
}

/** The failure that an answer means; null when it is not a listed refusal. Its message never contains `secrets`. */
export type ReadRefusal = (answer: OutboundAnswer, now: Date, secrets: readonly string[]) => Failure | null

/** Reads refusals by a list whose first row that fits counts. A 429 needs no row: it is given before anything is done. */
export function refusalTable(dialect: Dialect, rows: readonly Refusal[]): ReadRefusal {
  return (answer, now, secrets) => {
    const platformCode = dialect.code(answer)
    if (answer.status === 429) {
      const retryAfterMs = readRetryAfter(answer, now, dialect.limitedUntil(answer))
      const text = sentence('{network} asks us to wait: too many requests.', { network: dialect.name })
      return new Failure('rate_limited', text, { platformCode, retryAfterMs })
    }
    const words = dialect.words(answer)
    const names = [String(answer.status), `${answer.status} ${platformCode}`]
    const row = rows.find(
      ({ answers, says }) =>
        answers.some((name) => names.includes(name)) && (!says || (words !== null && says.test(words))),
    )
    if (!row) return null
    const text = row.isQuoting ? quoteAnswer(row.text, words, secrets) : row.text
    return new Failure(row.kind, text, { platformCode, retryAfterMs: row.retryAfterMs ?? null })
  }
}

/** A call that may be repeated did not work, and no list says why. */
export function makeUnavailable(dialect: Dialect, answer: OutboundAnswer): Failure {
  const text = sentence('{network} could not do it this time (status {status}).', {
    network: dialect.name,
    status: answer.status,
  })
  return new Failure('unavailable', text, { platformCode: dialect.code(answer) })
}

/** The answer to a commit names no post, and no list says that nothing was made. */
export function makeUnknown(dialect: Dialect, answer: OutboundAnswer): Failure {
  const text = sentence('{network} answered with status {status}; the post may be public.', {
    network: dialect.name,
    status: answer.status,
  })
  return new Failure('unknown_outcome', text, { platformCode: dialect.code(answer) })
}

/** The answer as an object. @throws Failure `unavailable` if it is none: another server stands there, or a page */
export function readObject(dialect: Dialect, answer: OutboundAnswer): JsonObject {
  const object = asObject(answer.json)
  if (object) return object
  const text = sentence('{network} gave an answer that cannot be read.', { network: dialect.name })
  throw new Failure('unavailable', text, { platformCode: dialect.code(answer) })
}

const mostQuoted = 300

/**
 * Our sentence, followed by the network's own: one line, of bounded length and without secrets. Without words of the
 * network it is ours alone.
 */
export function quoteAnswer(ours: Words, words: string | null, secrets: readonly string[]): Words {
  // The line is cleaned before secrets are looked for, because an invisible mark could split one, and cut after that.
  const quote = cutText(redactSecrets(cleanLine(words ?? ''), secrets), mostQuoted)
  return quote === '' ? ours : sentence('{ours} It said: {quote}', { ours: word(ours), quote })
}

// A match begins only where a word does, so that the time grows with the text and not with its square.
const jsonWebToken = /(?<![\w-])[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g

/** The text without the secrets, plain or encoded as in an address, and without anything like a JSON web token. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed())])
  // The longest comes first: one secret may be a part of another.
  const known = forms.filter((form) => form !== '').sort((a, b) => b.length - a.length)
  const without = known.reduce((line, form) => line.replaceAll(form, '[secret]'), text)
  return without.replace(jsonWebToken, '[secret]')
}
