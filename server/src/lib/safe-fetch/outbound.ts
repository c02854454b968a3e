import type { Json } from '../json/json.ts'

/** The one way out of this process: every request to another host goes through here, and no other file opens one. */
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
  close(): Promise<void>
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  readonly url: string
  /** Lower-case names. Never taken from a user. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
}

export interface OutboundLimits {
  readonly signal: AbortSignal
  /** From the first byte sent to the last byte of the answer, in milliseconds; connecting may take 5 s besides. */
  readonly timeoutMs: number
  /** Of the decompressed answer. */
  readonly maxBytes: number
}

export interface OutboundAnswer {
  readonly status: number
  /** Lower-case names; a repeated header is joined with ", ". */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** The bytes as UTF-8, whatever they are. */
  readonly text: string
  /** The body as JSON that a database can store: what is no Unicode in it, or NUL, is U+FFFD. Null if it is none. */
  readonly json: Json
}

export type OutboundErrorKind =
  /** The address is not one we may reach. Nothing was sent. */
  | 'blocked'
  /** No byte of the request left: name not found, refused, TLS failed, the window passed. */
  | 'not_sent'
  /** It left, or may have; there is no usable answer. */
  | 'no_answer'

export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly kind: OutboundErrorKind

  constructor(kind: OutboundErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.kind = kind
  }
}

/** How an Outbound is made; see create-outbound.ts. */
export interface OutboundOptions {
  /** CIDRs that may be reached besides the public internet. */
  readonly allow: readonly string[]
  /** Host names that stand for a listener of this process, such as the sandbox network's. */
  readonly internalHosts: ReadonlyMap<string, () => { host: string; port: number }>
  /** Every address of a name; the system's resolver unless given. */
  readonly resolve?: (name: string) => Promise<readonly string[]>
}
