import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { authorize } from '../callers/authorize.ts'
import type { CallContext, KeyScope } from '../context.ts'
import type { Json } from '../lib/json/json.ts'
import type { JsonText } from '../lib/json/json-text.ts'
import { requireProofOf, requireProofWithin } from '../people/sessions/prove.ts'
import type { Audited, AuditRule } from './audit-rule.ts'

/** The input of a verb, valid by the operation's schemas. */
export interface Input<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params
  readonly query: Query
  /** `undefined` where an operation takes no body. */
  readonly body: Body
  /** The `If-Match` header as sent; see lib/requests/etag.ts. */
  readonly ifMatch: string | null
  /** The absolute address of the request under PUBLIC_URL, from which `meta.next` is made. */
  readonly url: URL
}

const described = Symbol('described')

/** An answer that carries more than its body. */
export interface TaggedAnswer<Body> {
  readonly [described]: true
  readonly body: Body
  /** With its quotes. */
  readonly etag: string
}

/** Lets a verb's answer carry an ETag; `If-None-Match` is then answered with 304. */
export function withEtag<Body>(body: Body, etag: string): TaggedAnswer<Body> {
  return { [described]: true, body, etag }
}

export function isTaggedAnswer(answer: unknown): answer is TaggedAnswer<unknown> {
  return typeof answer === 'object' && answer !== null && described in answer
}

/** A verb answers its body, that body written already, or either with an ETag. */
export type VerbAnswer<Body> = Body | JsonText | TaggedAnswer<Body | JsonText>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Common {
  /**
   * Whether the answer is sent compressed to those who take that. It is long and has an ETag, and holds neither a secret nor
   * words of the asker: together these would let others measure the secret.
   */
  readonly isCompressed?: true
  /** camelCase, the verb's own name. */
  readonly id: string
  readonly method: Method
  /** As in OpenAPI: `/v1/posts/{id}`. */
  readonly path: string
  readonly scope: KeyScope
  /** The scope that it needs of a person who is signed in, where that is another one. */
  readonly scopeOfPeople?: KeyScope
  readonly summary: string
  readonly description?: string
  /** The word for what `{id}` names, as the verb's `notFound` uses it: an id that cannot be one is answered alike. */
  readonly thing?: string
  /**
   * `change` runs in one transaction which also holds the `Idempotency-Key`; `read` runs on the pool. A POST that stores
   * nothing (`/v1/posts/validate`) is a `read`.
   */
  readonly kind: 'read' | 'change'
  /** Whether a person must have shown within ten minutes who they are. It does not apply to keys. */
  readonly needsProof?: true
  /** Marks an operation that an overloaded process may refuse for a moment: the client loses nothing by trying again. */
  readonly mayWait?: true
  /** The status codes this operation may answer besides 200 and what its kind implies: 409, 412 and the like. */
  readonly problems?: readonly number[]
  /** The limit of the JSON body; 256 kB by default. */
  readonly maxBodyBytes?: number
  readonly successExample: Json
  readonly bodyExample?: Json
  /** Says that the answer holds a secret: it is sealed where it is kept for an `Idempotency-Key`. */
  readonly hasSecretAnswer?: true
  /** The answers of a stream route at the same path, by content type, in the form of OpenAPI. */
  readonly alsoAnswers?: Readonly<Record<string, Json>>
  /** No body is as good as `{}`. */
  readonly isBodyOptional?: true
}

export type OperationSpec<
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Result extends TSchema,
  Asked,
> = TypedSpec<Params, Query, Body, Result, Asked> & Audited

interface TypedSpec<
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Result extends TSchema,
  Asked,
> extends Common {
  readonly params?: Params
  readonly query?: Query
  /** Left out: the body must be empty or `{}`. */
  readonly body?: Body
  readonly response: Result
  /**
   * The call to a network that is made before the transaction is opened, however long it takes: `call.db` is the pool.
   * It changes nothing of ours that lasts, and it is not made for a request that was answered before under its
   * `Idempotency-Key`. An answer that can be disposed of is disposed of after the request. Null: this request needs no
   * call.
   */
  ask?(input: Input<Static<Params>, Static<Query>, Static<Body>>): NetworkQuestion<Asked> | null
  /** `asked` is the result of the call that `ask` returned. */
  run(
    call: CallContext,
    input: Input<Static<Params>, Static<Query>, Static<Body>>,
    asked: Asked,
  ): Promise<VerbAnswer<Static<Result>>>
}

export type NetworkQuestion<Answer> = (call: CallContext) => Promise<Answer>

/** One operation of the API: what `http/server.ts` registers and `http/docs/describe-api.ts` describes. */
export interface Operation extends Common {
  /** Present where the method may change something. */
  readonly audit?: AuditRule
  readonly params: TObject
  readonly query: TObject
  readonly body: TSchema | null
  readonly response: TSchema
  ask(input: Input): NetworkQuestion<unknown> | null
  run(call: CallContext, input: Input, asked?: unknown): Promise<unknown>
}

const nothing = Type.Object({}, { additionalProperties: false })

/**
 * Defines an operation; its schemas validate, serialize and document it. Each schema says `additionalProperties: false`.
 * The verb is reached through `run` alone, which asks for the scope first, whichever way the call has come.
 */
export function defineOperation<
  Result extends TSchema,
  Params extends TObject = TObject<Record<never, never>>,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends TSchema = TSchema,
  Asked = undefined,
>(spec: OperationSpec<Params, Query, Body, Result, Asked>): Operation {
  type Valid = Input<Static<Params>, Static<Query>, Static<Body>>
  const admit = ({ caller }: CallContext) => {
    authorize(caller, spec)
    if (spec.needsProof) requireProofOf(caller)
  }
  return {
    ...spec,
    params: spec.params ?? nothing,
    query: spec.query ?? nothing,
    body: spec.body ?? null,
    ask: (input) => {
      const question = spec.ask?.(input as Valid) ?? null
      if (question === null) return null
      return async (call) => {
        admit(call)
        return question(call)
      }
    },
    run: async (call, input, asked) => {
      admit(call)
      if (spec.needsProof) await requireProofWithin(call.db, call.caller)
      // These very schemas validated the input, and `asked` is the result of this operation's own `ask`.
      return spec.run(call, input as Valid, asked as Asked)
    },
  }
}
