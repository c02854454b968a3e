import type { Readable } from 'node:stream'
import type { Json } from '../json/json.ts'
import type { Words } from '../text/sentence.ts'

/** The only way out of this process. Every request to another host goes through here. */
export interface Outbound {
  /**
   * A request that its caller may repeat: guarded addresses, time limits, at most `maxBytes` of answer, no redirects.
   * @throws OutboundError
   */
  fetch(request: OutboundRequest, limits: OutboundLimits): Promise<OutboundAnswer>
  /**
   * One request on a connection of its own: no redirect, no retry, no reuse. `beforeWrite` runs in the same tick in
   * which the request is written to the connected socket; what it throws is an OutboundError `not_sent`.
   * @throws OutboundError; `not_sent` only when no byte of the request can have left.
   */
  sendOnce(
    request: OutboundRequest,
    limits: OutboundLimits & { beforeWrite: () => void },
  ): Promise<OutboundAnswer>
  /**
   * A GET whose body is read as it comes, for files: guarded addresses, no redirects, no limit of size. Its reader bounds
   * the body.
   * @throws OutboundError
   */
  open(url: string, limits: OpenLimits): Promise<OpenAnswer>
  /**
   * Resolves the name of an address and checks it like that of a request, without connecting.
   * @throws OutboundError `blocked`, or `not_sent` when the name is not found
   */
  check(url: string, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** An answer whose headers are there. */
export interface OpenAnswer {
  readonly status: number
  /** Lower-case names; a repeated header is joined with ", ". */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes as they come, compressed as `content-encoding` says. Read it to its end or destroy it. */
  readonly body: Readable
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  readonly url: string
  /** Lower-case names. Never taken from a user. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
  /** Goes with an address by `wss` or `ws`: the body is the first message, and the answer lists all that were heard. */
  readonly talk?: Talk
}

/** The other half of a conversation by WebSocket: the answers to a message, in order, or null where it is over. */
export type Talk = (message: Json) => readonly string[] | null

export interface OutboundLimits {
  readonly signal: AbortSignal
  /** The limit from the first byte sent to the last byte of the answer, in milliseconds. Connecting may take another 5 s. */
  readonly timeoutMs: number
  /** The limit of the decompressed answer. */
  readonly maxBytes: number
  /** True where the beginning of an answer is enough: a larger one ends at `maxBytes` and is no error. False by default. */
  readonly isCut?: boolean
  /** True where the receiver bears the request twice: it is treated like a GET when a kept connection breaks. False by default. */
  readonly isRepeatable?: boolean
  /** True where the answer is shown to strangers: the networks of the operator's list are refused too. False by default. */
  readonly isPublicOnly?: boolean
}

export interface OpenLimits {
  /** Ends the request, and the body while it is read. */
  readonly signal: AbortSignal
  /** The limit from the first byte sent to the last header of the answer, in milliseconds. Connecting may take another 5 s. */
  readonly headersTimeoutMs: number
  /** Further headers of the request, such as the range of bytes that is asked for. Lower-case names. Never taken from a user. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface OutboundAnswer {
  readonly status: number
  /** Lower-case names; a repeated header is joined with ", ". */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** The bytes decoded as UTF-8. */
  readonly text: string
  /** The body as JSON that a database can store, with invalid Unicode and NUL replaced by U+FFFD. Null if it is not JSON. */
  readonly json: Json
}

export type OutboundErrorKind =
  /** The address is not one we may reach. Nothing was sent. */
  | 'blocked'
  /** No byte of the request was sent: name not found, refused, TLS failed, or the send window passed. */
  | 'not_sent'
  /** The request was or may have been sent, and there is no usable answer. */
  | 'no_answer'

export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly kind: OutboundErrorKind
  /** The message with its varying parts kept apart. */
  readonly words: Words

  constructor(kind: OutboundErrorKind, words: Words, cause?: unknown) {
    super(String(words), cause === undefined ? {} : { cause })
    this.kind = kind
    this.words = words
  }
}

/** A listener of this process. */
export interface InternalHost {
  address(): { host: string; port: number }
  /** Sent with every request to it, so that the listener knows who asks. Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
}

/** The options of an Outbound; see create-outbound.ts. */
export interface OutboundOptions {
  /** Networks in CIDR notation that may be reached besides the public internet. */
  readonly allow: readonly string[]
  /** Host names that stand for a listener of this process, such as the sandbox network's. */
  readonly internalHosts: ReadonlyMap<string, InternalHost>
  /** Resolves a name to all its addresses; by default the system's resolver. */
  readonly resolve?: (name: string) => Promise<readonly string[]>
}
