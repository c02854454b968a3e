import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Role } from '../../callers/roles.ts'
import type { Context } from '../../context.ts'
import type { Json } from '../../lib/json/json.ts'
import type { BegunSession, Browser } from '../../people/sessions/begin-session.ts'
import type { SignedIn } from '../../people/sessions/find-session.ts'
import type { Method } from '../operation.ts'

/** The call of an operation for people, from a page of our own. */
export interface PersonCall<Person extends SignedIn | null = SignedIn | null> {
  readonly context: Context
  /** The person who is signed in; null where the operation is for anybody and nobody is. */
  readonly person: Person
  readonly browser: Browser
  /** Whether the browser runs on the machine of the server, as far as can be seen: nothing passed the request on. */
  readonly isAtMachine: boolean
}

/** A session that begins with an answer, whose cookie goes with it; or null, to take the cookie away. */
export interface PersonAnswer<Body> {
  readonly body: Body
  readonly session?: BegunSession | null
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
  /** The status codes that it may answer besides 200 and what its kind implies. */
  readonly problems?: readonly number[]
  readonly successExample: Json
  readonly bodyExample?: Json
}

interface Spec<
  Who extends 'anybody' | 'person',
  Params extends TObject,
  Body extends TSchema,
  Result extends TSchema,
> extends Common {
  /** Whether one must be signed in. */
  readonly who: Who
  readonly params?: Params
  /** Left out: the body must be empty or `{}`. */
  readonly body?: Body
  readonly response: Result
  /** Asked with the path as it was sent, before the body is read. @throws Problem */
  admit?(person: SignedIn, context: Context, params: Readonly<Record<string, string>>): Promise<void>
  run(
    call: PersonCall<Who extends 'person' ? SignedIn : SignedIn | null>,
    input: { readonly params: Static<Params>; readonly body: Static<Body> },
  ): Promise<PersonAnswer<Static<Result>>>
}

/** One operation of the session API: what serves it and what describes it in `/app/openapi.json`. */
export interface PersonOperation extends Common {
  readonly who: 'anybody' | 'person'
  readonly params: TObject
  readonly query: TObject
  readonly body: TSchema | null
  readonly response: TSchema
  admit?(person: SignedIn, context: Context, params: Readonly<Record<string, string>>): Promise<void>
  run(call: PersonCall, input: { params: unknown; body: unknown }): Promise<PersonAnswer<unknown>>
}

const nothing = Type.Object({}, { additionalProperties: false })

/** Defines an operation for people. Each schema says `additionalProperties: false`. */
export function definePersonOperation<
  Who extends 'anybody' | 'person',
  Result extends TSchema,
  Params extends TObject = TObject<Record<never, never>>,
  Body extends TSchema = TSchema,
>(spec: Spec<Who, Params, Body, Result>): PersonOperation {
  return {
    ...spec,
    params: spec.params ?? nothing,
    query: nothing,
    body: spec.body ?? null,
    run: (call, { params, body }) =>
      // The person was asked for by `who`, and the input was validated by these very schemas.
      spec.run(call as Parameters<typeof spec.run>[0], {
        params: params as Static<Params>,
        body: body as Static<Body>,
      }),
  }
}
