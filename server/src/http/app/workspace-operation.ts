import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Role } from '../../callers/roles.ts'
import type { CallContext } from '../../context.ts'
import { isId } from '../../lib/id.ts'
import { notFound } from '../../lib/problem.ts'
import { lockMembers } from '../../people/members/lock-members.ts'
import { type Membership, requireMember, type WorkspaceReach } from '../../people/members/require-member.ts'
import type { SignedIn } from '../../people/sessions/find-session.ts'
import { requireLivingSession } from '../../people/sessions/require-living-session.ts'
import { type Audited, type AuditedByVerb, entryOf } from '../audit-rule.ts'
import { id } from '../schemas.ts'
import {
  definePersonOperation,
  type PersonCall,
  type PersonInput,
  type PersonOperation,
} from './person-operation.ts'

/** The call of an operation in one of the person's workspaces. */
export interface MemberCall extends PersonCall<SignedIn> {
  readonly member: Membership
  /** A transaction that ends with the operation. */
  readonly db: CallContext['db']
  /** Runs once the transaction is committed; never when it failed. Only for what may be lost in a crash. */
  readonly afterCommit: (work: () => void) => void
}

type Described = Pick<
  PersonOperation,
  | 'id'
  | 'summary'
  | 'description'
  | 'thing'
  | 'needsProof'
  | 'mayWait'
  | 'problems'
  | 'successExample'
  | 'bodyExample'
>

type Spec<
  Params extends TObject,
  Body extends TSchema,
  Result extends TSchema,
  Query extends TObject,
> = TypedSpec<Params, Body, Result, Query> & Audited

interface TypedSpec<
  Params extends TObject,
  Body extends TSchema,
  Result extends TSchema,
  Query extends TObject,
> extends Described {
  /** Below the workspace, such as `/members/{id}`. */
  readonly path: '' | `/${string}`
  /** The least role that may do it. */
  readonly least: Role
  /** It changes the parts that people have in the workspace. Such changes are made one after the other. */
  readonly changesMembers?: true
  /** Left out: it is not done in a workspace that was deleted. */
  readonly reach?: WorkspaceReach
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly response: Result
  run(
    call: MemberCall,
    input: PersonInput<Static<Params>, Static<Body>, Static<Query>>,
  ): Promise<Static<Result>>
}

/**
 * Defines an operation in a workspace. The verb is called through `run` alone, in a transaction in which the person's
 * membership was read and cannot change.
 */
export function defineWorkspaceOperation<
  Result extends TSchema,
  Params extends TObject = TObject<Record<never, never>>,
  Body extends TSchema = TSchema,
  Query extends TObject = TObject<Record<never, never>>,
>(spec: Spec<Params, Body, Result, Query>): PersonOperation {
  const { reach = 'living', method: _method, audit, changesMembers, ...described } = spec
  const { least, needsProof, path, run, params } = described
  const problems = [...new Set([403, ...(spec.problems ?? [])])]
  return definePersonOperation({
    ...described,
    ...writtenHere(spec),
    problems,
    path: `/app/workspaces/{workspace}${path}`,
    who: 'person',
    params: Type.Object({ workspace: id, ...params?.properties }, { additionalProperties: false }),
    admit: async ({ userId }, { db }, { workspace = '' }) => {
      if (!isId(workspace)) throw notFound('workspace')
      await requireMember(db, { userId, workspaceId: workspace }, least, reach)
    },
    run: async (call, input) => {
      const { userId } = call.person
      const workspaceId = String(input.params.workspace)
      const later: (() => void)[] = []
      const body = await call.context.db.transaction(async (db) => {
        later.length = 0
        if (changesMembers) await lockMembers(db, workspaceId)
        const member = await requireMember(db, { userId, workspaceId }, least, reach)
        if (needsProof) await requireLivingSession(db, call.person)
        // The params were validated by a schema that has all of these.
        const result = await run(
          { ...call, db, member, afterCommit: (work) => void later.push(work) },
          { ...input, params: input.params as Static<Params> },
        )
        const entry = entryOf(audit, { ...input, result })
        const place = { workspaceId, mode: null, from: call.browser }
        if (entry !== null) await recordAudit(db, { ...entry, ...place, actor: { kind: 'user', id: userId } })
        return result
      })
      for (const work of later) work()
      return { body: body as Static<Result> }
    },
  })
}

/** The rule as it stands in the list of operations: the entry is written above, in the transaction. */
function writtenHere({ method, audit }: Audited): AuditedByVerb {
  if (method === 'GET') return { method }
  if (typeof audit === 'object' && 'none' in audit) return { method, audit }
  return { method, audit: { action: typeof audit === 'string' ? audit : audit.action, writtenBy: 'verb' } }
}
