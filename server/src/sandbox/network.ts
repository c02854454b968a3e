import type { IncomingHttpHeaders } from 'node:http'
import type { Database } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import type { Outbound } from '../lib/safe-fetch/outbound.ts'

/** A request to the network, as the listener passes it on. */
export interface NetworkRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Reads the whole body. @throws Refusal 413 */
  readBody(maxBytes: number): Promise<Buffer>
}

/** The answer to a request: JSON, a page, a PNG, a destroyed connection, or none. */
export type NetworkAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly body: JsonObject | null }
  | { readonly kind: 'page'; readonly status: number; readonly text: string }
  | { readonly kind: 'picture'; readonly png: Buffer }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'hung' }

export interface Network {
  readonly db: Database
  /** The address of the feeds, without a slash at the end. */
  readonly publicUrl: string
  /** The way to the public internet, where media are fetched. */
  readonly outside: Pick<Outbound, 'fetch'>
}
