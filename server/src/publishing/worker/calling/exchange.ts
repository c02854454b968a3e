import type { CommitPiece, CommitRequest, MediaRange } from '../../../connectors/connector.ts'
import type { Json } from '../../../lib/json/json.ts'
import type { OutboundAnswer, OutboundRequest } from '../../../lib/safe-fetch/outbound.ts'
import { createRedactor } from './exchange-redactor.ts'

/** A request to a network and its answer as they are stored and shown: without secrets, and cut. */
export interface Exchange {
  readonly method: string
  readonly url: string
  /** Null where there was none. */
  readonly request_body: string | null
  /** Null when no answer came. */
  readonly status_code: number | null
  /** The name that the network gave the request, by which its support finds it. */
  readonly request_id: string | null
  readonly response_body: string | null
}

/**
 * Remembers the last request of a step and its answer, in memory and as they are. Only the one that is stored is described, so
 * that a step with many requests costs nothing more.
 */
export interface ExchangeLog {
  /** Hides these in everything that is described: credentials, secrets of an app, headers with access. */
  learn(secrets: Json): void
  note(request: SeenRequest, answer: OutboundAnswer | null): void
  /** The last exchange; null where there was none. */
  describe(): Exchange | null
  forget(): void
}

type SeenRequest = Pick<OutboundRequest | CommitRequest, 'method' | 'url' | 'body'>

const keptBytes = 4_000

export function createExchangeLog(): ExchangeLog {
  let last: { readonly request: SeenRequest; readonly answer: OutboundAnswer | null } | null = null
  const redactor = createRedactor()
  return {
    learn: redactor.learn,
    note: (request, answer) => {
      last = { request, answer }
    },
    forget: () => {
      last = null
    },
    describe: () => {
      if (last === null) return null
      const { request, answer } = last
      const bodyOf = (text: string | null) => text && cut(redactor.body(text))
      return {
        method: request.method,
        url: cut(redactor.url(request.url)),
        request_body: bodyOf(textOfRequest(request)),
        status_code: answer?.status ?? null,
        request_id: answer && requestIdOf(answer),
        response_body: answer && bodyOf(textOfAnswer(answer)),
      }
    },
  }
}

function textOfRequest({ body }: SeenRequest): string | null {
  if (body === null || typeof body === 'string') return body
  if (body instanceof Uint8Array) return `(${body.length} bytes)`
  if (body instanceof ReadableStream) return '(a stream of bytes)'
  if ('pieces' in body) return body.pieces.map(shownPiece).join('')
  if (!('parts' in body)) return shownRange(body)
  return JSON.stringify(
    Object.fromEntries(
      body.parts.map((part) => ['value' in part ? part.name : `${part.name} (file)`, shownPart(part)]),
    ),
  )
}

function shownPiece(piece: CommitPiece): string {
  if (typeof piece === 'string') return piece
  return 'credential' in piece ? '[secret]' : `${shownRange(piece.base64)} in base64`
}

function shownRange({ mediaId, start, end }: MediaRange): string {
  return `(bytes ${start} to ${end} of the file ${mediaId})`
}

function shownPart(part: { readonly value: string } | { readonly fileName: string }): string {
  return 'value' in part ? part.value : part.fileName
}

const textTypes = /json|text|xml|html|form|javascript/i

function textOfAnswer({ headers, text, bytes }: OutboundAnswer): string | null {
  if (bytes.length === 0) return null
  const type = headers['content-type']
  return type === undefined || textTypes.test(type) ? text : `(${bytes.length} bytes of ${type})`
}

/** Headers in which networks name a request, the most telling first. */
const idHeaders = [
  'x-request-id',
  'request-id',
  'x-fb-trace-id',
  'x-fb-request-id',
  'x-li-uuid',
  'x-transaction-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'cf-ray',
]

function requestIdOf({ headers }: OutboundAnswer): string | null {
  const name = idHeaders.find((each) => headers[each])
  const id = name === undefined ? undefined : headers[name]
  return id === undefined || !/^[\w.:=+/-]{1,200}$/.test(id) ? null : id
}

/** The beginning of a text, in a form that the database can store. */
function cut(text: string): string {
  if (Buffer.byteLength(text) <= keptBytes) return text.replaceAll('\0', '\uFFFD')
  const bytes = Buffer.from(text).subarray(0, keptBytes)
  // The stream waits for the rest of a character that was cut.
  return `${new TextDecoder().decode(bytes, { stream: true })}…`.replaceAll('\0', '\uFFFD')
}
