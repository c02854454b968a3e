import { redactSecrets } from '../../src/connectors/kit/json-api.ts'
import type { Json, JsonObject } from '../../src/lib/json/json.ts'
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../src/lib/safe-fetch/outbound.ts'

/** One call and its answer, without secrets. */
export interface Entry {
  readonly step: string
  readonly method: string
  readonly url: string
  /** The request as text; bytes only by their number. */
  readonly sent: string
  readonly status: number
  readonly answer: Json
}

export interface Journal {
  readonly entries: readonly Entry[]
  /** Names the calls that follow. */
  begin(step: string): void
  /** A way out that writes down everything that goes by. */
  record(outbound: Outbound): Outbound
}

/** Keeps calls without the headers that carry access, and without any of `secrets` wherever they stand. */
export function createJournal(secrets: readonly string[]): Journal {
  const entries: Entry[] = []
  let step = ''
  const clean = (text: string) => redactSecrets(text, secrets)
  const write = (request: OutboundRequest, answer: OutboundAnswer) => {
    entries.push({
      step,
      method: request.method,
      url: clean(request.url),
      sent: clean(sayBody(request)),
      status: answer.status,
      answer: answer.json === null ? clean(answer.text) : cleanJson(answer.json, clean),
    })
    return answer
  }
  return {
    entries,
    begin: (name) => {
      step = name
    },
    record: (outbound) => ({
      fetch: async (request, limits) => write(request, await outbound.fetch(request, limits)),
      sendOnce: async (request, limits) => write(request, await outbound.sendOnce(request, limits)),
      open: (url, limits) => outbound.open(url, limits),
      check: (url, signal) => outbound.check(url, signal),
      close: () => outbound.close(),
    }),
  }
}

/** Every text in the credentials of an account, or in an app: all of them are taken for secrets. */
export function secretsIn(value: Json): string[] {
  if (typeof value === 'string') return value.length >= 6 ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(secretsIn)
}

function sayBody({ body, headers }: OutboundRequest): string {
  if (body === null) return ''
  if (typeof body === 'string') return body
  return `${headers['content-type'] ?? 'bytes'}${body instanceof Uint8Array ? ` of ${body.length} bytes` : ''}`
}

// Members whose names say that they give access, whatever their value.
const secretName = /token|secret|jwt|password|authorization|cookie|session/i

function cleanJson(value: Json, clean: (text: string) => string): Json {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, clean))
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).map(([name, member]): [string, Json] => [
    name,
    secretName.test(name) && typeof member === 'string' ? '[secret]' : cleanJson(member, clean),
  ])
  return Object.fromEntries(members) as JsonObject
}
