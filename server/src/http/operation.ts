import type { Readable } from 'node:stream'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { CallContext, Context, KeyScope } from '../context.ts'
import type { Json } from '../lib/json/json.ts'
import type { JsonText } from '../lib/json/json-text.ts'

/** What a verb's caller sent, valid by the operation's schemas. */
export interface Input<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params
  readonly query: Query
  /** `undefined` where an operation takes no body. */
  readonly body: Body
  /** The `If-Match` header as sent; see lib/etag.ts. */
  readonly ifMatch: string | null
  /** The absolute address of the request under PUBLIC_URL, from which `meta.next` is made. */
  readonly url: URL
}

const described = Symbol('described')

/** An answer that carries more than its body. */
export interface Described<Body> {
  readonly [described]: true
  readonly body: Body
  /** With its quotes. */
  readonly etag: string
}

/** Lets a verb's answer carry an ETag; `If-None-Match` is then answered with 304 by the door. */
export function withEtag<Body>(body: Body, etag: string): Described<Body> {
  return { [described]: true, body, etag }
}

export function isDescribed(answer: unknown): answer is Described<unknown> {
  return typeof answer === 'object' && answer !== null && described in answer
}

/** What a verb may answer: its body, that body written already, or either with an ETag. */
export type Answerable<Body> = Body | JsonText | Described<Body | JsonText>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Common {
  /** camelCase, the verb's own name. */
  readonly id: string
  readonly method: Method
  /** As in OpenAPI: `/v1/posts/{id}`. */
  readonly path: string
  readonly scope: KeyScope
  readonly summary: string
  readonly description?: string
  /** What `{id}` names, for the 404 of one that cannot be an id: the same word the verb's `notFound` uses. */
  readonly thing?: string
  /**
   * `change` runs in one transaction which also holds the `Idempotency-Key`; `read` runs on the pool. A POST that stores
   * nothing (`/v1/posts/validate`) is a `read`.
   */
  readonly kind: 'read' | 'change'
  /**
   * Of a read: what it answers follows from its workspace, its mode and its address alone, whoever asks. What many ask at
   * the same moment is then looked up once for all of them.
   */
  readonly isSharable?: true
  /**
   * Of a change: its verb stores everything with one statement, which also keeps the answer under `call.request`, so that
   * no transaction is opened around it. Where that statement cannot keep the answer, the verb throws `AnswerNotKept` and
   * is run again within a transaction.
   */
  readonly isOneStatement?: true
  /** The status codes this operation may answer besides 200 and what its kind implies: 409, 412 and the like. */
  readonly problems?: readonly number[]
  /** Of the JSON body; 256 kB by default. */
  readonly maxBodyBytes?: number
  readonly successExample: Json
  readonly bodyExample?: Json
}

export interface OperationSpec<
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Result extends TSchema,
> extends Common {
  readonly params?: Params
  readonly query?: Query
  /** Left out: the body must be empty or `{}`. */
  readonly body?: Body
  readonly response: Result
  run(
    call: CallContext,
    input: Input<Static<Params>, Static<Query>, Static<Body>>,
  ): Promise<Answerable<Static<Result>>>
}

/** One operation of the API: what `http/server.ts` registers and `http/docs/describe-api.ts` describes. */
export interface Operation extends Common {
  readonly params: TObject
  readonly query: TObject
  readonly body: TSchema | null
  readonly response: TSchema
  run(call: CallContext, input: Input): Promise<unknown>
}

const nothing = Type.Object({}, { additionalProperties: false })

/** Defines an operation; its schemas validate, serialize and document it. Each schema says `additionalProperties: false`. */
export function defineOperation<
  Result extends TSchema,
  Params extends TObject = TObject<Record<never, never>>,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends TSchema = TSchema,
>(spec: OperationSpec<Params, Query, Body, Result>): Operation {
  return {
    ...spec,
    params: spec.params ?? nothing,
    query: spec.query ?? nothing,
    body: spec.body ?? null,
    // The door validates by these very schemas before it calls.
    run: (call, input) => spec.run(call, input as Input<Static<Params>, Static<Query>, Static<Body>>),
  }
}

/** A request whose bytes the door leaves alone. */
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
   * To be called before the body is read: tells a client that waits for leave (`Expect: 100-continue`) to send, and lifts
   * the limit on an idle connection. From here the route bounds its own time.
   */
  readonly proceed: () => void
  readonly requestId: string
  readonly ip: string
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
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
  /** OpenAPI request body and responses, as they stand in the document. */
  readonly requestBody?: Json
  readonly responses: Readonly<Record<string, Json>>
}

/**
 * A route that reads or writes bytes itself: uploads, media, pages. It asks for no API key, knows no rate limit and no
 * transaction; what it throws becomes a problem like everywhere else. CORS is open, `GET` answers `HEAD` too.
 */
export interface StreamRoute {
  readonly id: string
  readonly method: Method | 'HEAD'
  readonly path: string
  /** Null keeps it out of `/openapi.json`. */
  readonly doc: StreamDoc | null
  run(context: Context, request: StreamRequest): Promise<StreamAnswer>
}

export function defineStream(route: StreamRoute): StreamRoute {
  return route
}
