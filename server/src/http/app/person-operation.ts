import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Role } from '../../callers/roles.ts'
import type { Context } from '../../context.ts'
import type { Json } from '../../lib/json/json.ts'
import type { BegunSession, Browser } from '../../people/sessions/begin-session.ts'
import type { SignedIn } from '../../people/sessions/find-session.ts'
import { requireFreshProof } from '../../people/sessions/prove.ts'
import type { AuditedByVerb, OwnAuditRule } from '../audit-rule.ts'
import type { Method } from '../operation.ts'

/** The call of an operation for people, from a page of our own. */
export interface PersonCall<Person extends SignedIn | null = SignedIn | null> {
  readonly context: Context
  /** The person who is signed in; null where the operation needs no sign-in and there is none. */
  readonly person: Person
  readonly browser: Browser
  /** Whether the browser runs on the machine of the server, as far as can be seen: nothing passed the request on. */
  readonly isAtMachine: boolean
}

/** A session that begins with an answer, whose cookie goes with it; or null, to take the cookie away. */
export interface PersonAnswer<Body> {
  readonly body: Body
  readonly session?: BegunSession | null
  /** Further cookies that go with it, whole. */
  readonly cookies?: readonly string[]
}

/** The validated input of an operation for people. */
export interface PersonInput<Params, Body, Query> {
  readonly params: Params
  readonly body: Body
  readonly query: Query
  /** The absolute address of this request. */
  readonly url: URL
}

interface Common {
  /** camelCase, the verb's own name. */
  readonly id: string
  readonly method: Method
  /** Below `/app/`, as in OpenAPI. */
  readonly path: `/app/${string}`
  readonly summary: string
  readonly description?: string
  /** The word for what `{id}` names. */
  readonly thing?: string
  /** The role that it needs in the workspace of its path; left out where it is in none. */
  readonly least?: Role
  /** Whether the person must have shown within ten minutes who they are. */
  readonly needsProof?: true
  /** Marks an operation that an overloaded process may refuse for a moment: the client loses nothing by trying again. */
  readonly mayWait?: true
  /** The status codes that it may answer besides 200 and what its kind implies. */
  readonly problems?: readonly number[]
  readonly successExample: Json
  readonly bodyExample?: Json
}

type Spec<
  Who extends 'anybody' | 'person',
  Params extends TObject,
  Body extends TSchema,
  Result extends TSchema,
  Query extends TObject,
> = TypedSpec<Who, Params, Body, Result, Query> & AuditedByVerb

interface TypedSpec<
  Who extends 'anybody' | 'person',
  Params extends TObject,
  Body extends TSchema,
  Result extends TSchema,
  Query extends TObject,
> extends Common {
  /** Whether one must be signed in. */
  readonly who: Who
  readonly params?: Params
  /** Left out: it takes none. */
  readonly query?: Query
  /** Left out: the body must be empty or `{}`. */
  readonly body?: Body
  /** The body may be left out, and then counts as `{}`. */
  readonly isBodyOptional?: true
  readonly response: Result
  /** Asked with the path as it was sent, before the body is read. @throws Problem */
  admit?(person: SignedIn, context: Context, params: Readonly<Record<string, string>>): Promise<void>
  run(
    call: PersonCall<Who extends 'person' ? SignedIn : SignedIn | null>,
    input: PersonInput<Static<Params>, Static<Body>, Static<Query>>,
  ): Promise<PersonAnswer<Static<Result>>>
}

/** One operation of the session API: what serves it and what describes it in `/app/openapi.json`. */
export interface PersonOperation extends Common {
  /** Present where the method may change something. */
  readonly audit?: OwnAuditRule
  readonly who: 'anybody' | 'person'
  readonly params: TObject
  readonly query: TObject
  readonly body: TSchema | null
  readonly isBodyOptional?: true
  readonly response: TSchema
  admit?(person: SignedIn, context: Context, params: Readonly<Record<string, string>>): Promise<void>
  run(call: PersonCall, input: PersonInput<unknown, unknown, unknown>): Promise<PersonAnswer<unknown>>
}

const nothing = Type.Object({}, { additionalProperties: false })

/** Defines an operation for people. Each schema says `additionalProperties: false`. */
export function definePersonOperation<
  Who extends 'anybody' | 'person',
  Result extends TSchema,
  Params extends TObject = TObject<Record<never, never>>,
  Body extends TSchema = TSchema,
  Query extends TObject = TObject<Record<never, never>>,
>(spec: Spec<Who, Params, Body, Result, Query>): PersonOperation {
  return {
    ...spec,
    params: spec.params ?? nothing,
    query: spec.query ?? nothing,
    body: spec.body ?? null,
    run: async (call, input) => {
      if (spec.needsProof && call.person !== null) requireFreshProof(call.person)
      // `who` read the person, and these very schemas validated the input.
      return spec.run(call as Parameters<typeof spec.run>[0], {
        params: input.params as Static<Params>,
        body: input.body as Static<Body>,
        query: input.query as Static<Query>,
        url: input.url,
      })
    },
  }
}
