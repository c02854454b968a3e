import type { Readable } from 'node:stream'
import type { TObject } from 'typebox'
import type { Context, KeyScope, RemoteCaller } from '../context.ts'
import type { Json } from '../lib/json/json.ts'
import type { OwnAuditRule } from './audit-rule.ts'
import type { Method } from './operation.ts'
import type { RouteGroupName } from './route-groups.ts'
import type { Discovery } from './serving/authenticate.ts'

/**
 * A route that reads or writes bytes itself: uploads, media, pages, streams of events. It knows no transaction and no
 * `Idempotency-Key`; an error that it throws becomes a problem like everywhere else. `GET` answers `HEAD` too.
 */
export type StreamRoute = OpenStreamRoute | AuthenticatedStreamRoute

export function defineStream(route: OpenStreamRoute): StreamRoute
export function defineStream(route: AuthenticatedStreamRoute): StreamRoute
export function defineStream(route: StreamRoute): StreamRoute {
  return route
}

interface CommonStreamRoute {
  readonly id: string
  readonly method: Method | 'HEAD'
  readonly path: string
  /**
   * Only requests that accept this type come here; an operation at the same path answers all others. Pages of ours ask for streams
   * without headers, so they may name workspace and mode in the query.
   */
  readonly accept?: 'text/event-stream'
  /** Marks a file that a page of ours lets the browser download. It sends no headers either, so the same holds. */
  readonly isDownload?: true
  /** Marks a route that an overloaded process may refuse for a moment: the client loses nothing by trying again. */
  readonly mayWait?: true
  /** How the audit log records it, where it may change something: not at all, or its verb writes the entries. */
  readonly audit?: OwnAuditRule
  /** Null keeps it out of `/openapi.json`. */
  readonly doc: StreamDoc | null
  /** Headers of every answer at this path, refusals and the answer to OPTIONS among them. Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A route for everybody: no key, no rate limit. */
interface OpenStreamRoute extends CommonStreamRoute {
  readonly authentication: 'none'
  /**
   * Left out: it sees no cookie. `at_own_name`: a request that came under a foreign name is refused before. `for_looks`: what a
   * cookie says changes only how a page begins.
   */
  readonly readsCookies?: 'at_own_name' | 'for_looks'
  readonly group: RouteGroupName
  run(context: Context, request: StreamRequest): Promise<StreamAnswer>
}

/**
 * A route for callers with this scope; it counts against their limits as long as its answer lasts. A stream, of events or of a
 * file, ends within a second when its caller loses that scope.
 */
interface AuthenticatedStreamRoute extends CommonStreamRoute {
  readonly authentication: {
    readonly scope: KeyScope
    /** How programs get tokens that are good here, and here alone; left out: only keys are. */
    readonly discovery?: Discovery
  }
  readonly group: 'api'
  run(context: Context, request: AuthenticatedStreamRequest): Promise<StreamAnswer>
}

/** A request with its body unread. */
export interface StreamRequest {
  readonly params: Readonly<Record<string, string>>
  /** The query as sent, percent-decoded by URLSearchParams. */
  readonly query: URLSearchParams
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly method: string
  /** The bytes as they come; nothing was read. */
  readonly body: Readable
  /**
   * Tells a client that waits for permission (`Expect: 100-continue`) to send, and lifts the limit on an idle connection. A route
   * calls it before it reads the body or begins a long answer, and bounds its own time from there.
   */
  readonly proceed: () => void
  readonly requestId: string
  readonly ip: string
  /** Aborted when the client goes away, and for an answer of `text/event-stream` when the server stops. */
  readonly signal: AbortSignal
}

interface AuthenticatedStreamRequest extends StreamRequest {
  readonly caller: RemoteCaller
}

export interface StreamAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body: Readable | Buffer | string | { readonly [key: string]: unknown } | null
}

export interface StreamDoc {
  readonly summary: string
  readonly description?: string
  /** The schema of its query. */
  readonly query?: TObject
  /** OpenAPI request body and responses, as they are in the document. */
  readonly requestBody?: Json
  readonly responses: Readonly<Record<string, Json>>
}
