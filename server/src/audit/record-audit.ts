import { type Actor, actorOf } from '../callers/actor-of.ts'
import type { Caller, Mode, Origin } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { type AuditActor, type AuditEntry, subjectKindOf } from './audit-entry.ts'

/** Adds an entry to the audit log, in the transaction of the change that it tells of. */
export async function recordAudit(tx: Queryable, entry: AuditEntry): Promise<void> {
  await tx.run(sql`
    insert into audit_log (workspace_id, ${columns}) values (${entry.workspaceId}, ${valuesOf(entry)})`)
}

/** The actor of a caller. The operator and the system act for no person. */
export function auditActorOf(caller: Caller): AuditActor {
  return toAuditActor(actorOf(caller))
}

export function toAuditActor({ kind, id }: Actor): AuditActor {
  return { kind, id: kind === 'key' || kind === 'user' ? id : null }
}

/** Adds an entry about what the operator did with a command. */
export function recordOperator(
  tx: Queryable,
  entry: Omit<AuditEntry, 'actor' | 'from' | 'mode'> & { readonly mode?: Mode },
): Promise<void> {
  return recordAudit(tx, { mode: null, ...entry, actor: { kind: 'operator', id: null }, from: fromWithin })
}

/** The origin of a call that came over no network. */
export const fromWithin: Origin = { ip: null, userAgent: null }

/** The parts of an entry that identify a person and their place; null for an unknown person. */
export function personEntry(
  userId: string | null,
  from: Origin,
): Pick<PersonEntry, 'userId' | 'actor' | 'subjectId' | 'from'> {
  const actor: AuditActor = userId === null ? { kind: 'nobody', id: null } : { kind: 'user', id: userId }
  return { userId, actor, subjectId: userId, from }
}

/** An entry about a person: each workspace that they are in has it, and they themselves have it too. */
export type PersonEntry = Omit<AuditEntry, 'workspaceId' | 'mode'> & {
  /** Null: there is no such person. */
  readonly userId: string | null
}

/** Adds an entry about a person, such as their sign-in. */
export async function recordAuditOfPerson(tx: Queryable, { userId, ...entry }: PersonEntry): Promise<void> {
  await tx.run(sql`
    insert into audit_log (workspace_id, ${columns})
    select place.id, ${valuesOf({ ...entry, workspaceId: null, mode: null })}
    from (select null::uuid as id union all select workspace_id from memberships where user_id = ${userId}) place`)
}

const columns = sql`actor_kind, actor_id, action, subject_kind, subject_id, mode, ip, user_agent, details`

const longestUserAgent = 300

function valuesOf({ actor, action, subjectId, mode, from, details = {} }: AuditEntry) {
  return sql`${actor.kind}, ${actor.id}::uuid, ${action}, ${subjectKindOf(action)}, ${subjectId}, ${mode}, ${from.ip},
    ${from.userAgent?.slice(0, longestUserAgent) ?? null}, ${JSON.stringify(details)}::jsonb`
}
