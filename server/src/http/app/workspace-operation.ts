import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Role } from '../../callers/roles.ts'
import type { CallContext } from '../../context.ts'
import { isId } from '../../lib/id.ts'
import { notFound } from '../../lib/problem.ts'
import { type Membership, requireMember } from '../../people/members/require-member.ts'
import type { SignedIn } from '../../people/sessions/find-session.ts'
import { requireFreshProof } from '../../people/sessions/prove.ts'
import type { Method } from '../operation.ts'
import { id } from '../schemas.ts'
import { definePersonOperation, type PersonCall, type PersonOperation } from './person-operation.ts'

/** The call of an operation in one of the person's workspaces. */
export interface MemberCall extends PersonCall<SignedIn> {
  readonly member: Membership
  /** A transaction that ends with the operation. */
  readonly db: CallContext['db']
}

type Described = Pick<
  PersonOperation,
  'id' | 'summary' | 'description' | 'thing' | 'needsProof' | 'problems' | 'successExample' | 'bodyExample'
>

interface Spec<Params extends TObject, Body extends TSchema, Result extends TSchema> extends Described {
  readonly method: Method
  /** Below the workspace, such as `/members/{id}`. */
  readonly path: '' | `/${string}`
  /** The least role that may do it. */
  readonly least: Role
  readonly params?: Params
  readonly body?: Body
  readonly response: Result
  run(
    call: MemberCall,
    input: { readonly params: Static<Params>; readonly body: Static<Body> },
  ): Promise<Static<Result>>
}

/**
 * Defines an operation in a workspace. The verb is reached through `run` alone, in a transaction in which the person's part
 * in the workspace was asked for and cannot change.
 */
export function defineWorkspaceOperation<
  Result extends TSchema,
  Params extends TObject = TObject<Record<never, never>>,
  Body extends TSchema = TSchema,
>(spec: Spec<Params, Body, Result>): PersonOperation {
  const { least, needsProof, path, run, params } = spec
  const problems = [...new Set([403, ...(spec.problems ?? [])])]
  return definePersonOperation({
    ...spec,
    problems,
    path: `/app/workspaces/{workspace}${path}`,
    who: 'person',
    params: Type.Object({ workspace: id, ...params?.properties }, { additionalProperties: false }),
    admit: async ({ userId }, { db }, { workspace = '' }) => {
      if (!isId(workspace)) throw notFound('workspace')
      await requireMember(db, { userId, workspaceId: workspace }, least)
    },
    run: async (call, input) => {
      const { userId } = call.person
      const workspaceId = String(input.params.workspace)
      const body = await call.context.db.transaction(async (db) => {
        const member = await requireMember(db, { userId, workspaceId }, least)
        if (needsProof) requireFreshProof(call.person)
        // The params were validated by a schema that has all of these.
        return run(
          { ...call, db, member },
          { params: input.params as Static<Params>, body: input.body as Static<Body> },
        )
      })
      return { body: body as Static<Result> }
    },
  })
}
