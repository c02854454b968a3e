import type { CallContext, Mode } from '../context.ts'
import { empty, type Sql, sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import type { Position } from '../lib/requests/page.ts'
import type { AuditActor } from './audit-entry.ts'

/** Which entries are asked for; each left out asks for all. */
export interface AuditFilter {
  /** The id of a key or of a person, or a kind of actor such as `operator`. */
  actor?: string
  /** An action such as `post.update`, or all on one kind of thing: `post`. */
  action?: string
  /** The id of what it was done to. */
  subject?: string
  from?: string
  to?: string
  ip?: string
}

export interface EntryRow extends Position {
  created_at: Date
  action: string
  actor_kind: AuditActor['kind']
  actor_id: string | null
  actor_name: string | null
  key_mode: string | null
  key_last4: string | null
  subject_kind: string
  subject_id: string | null
  mode: Mode | null
  ip: string | null
  user_agent: string | null
  details: JsonObject
}

/** Which part of the entries to select, newest first. */
export interface EntryRange {
  readonly after: Position | null
  readonly limit: number
  readonly skip: number
}

/**
 * Selects entries of a workspace, newest first. A post is the entry of its own creation. Each of the three sources is read
 * along its own index, so a page costs the same however long the log is.
 */
export function selectEntries(
  { workspaceId, mode }: Pick<CallContext, 'workspaceId' | 'mode'>,
  filter: AuditFilter,
  { after, limit, skip }: EntryRange,
): Sql {
  const order = sql`order by created_at desc, id desc limit ${limit + skip}`
  const ofTime = timeOf(filter, after)
  // Some of what concerns both modes, such as who signed in from where, is nothing for a test key.
  const ofMode = mode === 'live' ? sql`(mode = 'live' or mode is null)` : sql`mode = 'test'`
  const written = sql`
    select id, created_at, action, actor_kind, actor_id, subject_kind, subject_id, mode, ip, user_agent, details
    from audit_log where workspace_id = ${workspaceId} and ${ofMode} ${ofTime} ${writtenOf(filter)} ${order}`
  const created = (isDeleted: Sql) => sql`
    select id, created_at, 'post.create' as action, null as actor_kind, author_id as actor_id, 'post' as subject_kind,
      id::text as subject_id, mode, origin_ip as ip, null as user_agent, '{}'::jsonb as details
    from posts where workspace_id = ${workspaceId} and mode = ${mode} and ${isDeleted} ${ofTime} ${createdOf(filter)} ${order}`
  return sql`
    select e.id, e.created_at, e.created_at::text as at, e.action, e.actor_id, e.subject_kind, e.subject_id, e.mode, e.ip,
      e.user_agent, e.details, coalesce(e.actor_kind, case when k.id is null then 'user' else 'key' end) as actor_kind,
      coalesce(k.name, u.email) as actor_name, k.mode as key_mode, nullif(k.last4, '') as key_last4
    from (
      select * from (
        (${written}) union all (${created(sql`deleted_at is null`)}) union all (${created(sql`deleted_at is not null`)})
      ) every
      order by created_at desc, id desc limit ${limit} offset ${skip}
    ) e
    left join api_keys k on k.workspace_id = ${workspaceId} and k.id = e.actor_id
    left join users u on u.id = e.actor_id
    order by e.created_at desc, e.id desc`
}

function timeOf({ from, to }: AuditFilter, after: Position | null): Sql {
  return sql`
    ${from === undefined ? empty : sql`and created_at >= ${from}::timestamptz`}
    ${to === undefined ? empty : sql`and created_at < ${to}::timestamptz`}
    ${after === null ? empty : sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`}`
}

function writtenOf({ actor, action, subject, ip }: AuditFilter): Sql {
  return sql`
    ${actor === undefined ? empty : sql`and (actor_id::text = lower(${actor}) or actor_kind = ${actor})`}
    ${action === undefined ? empty : action.includes('.') ? sql`and action = ${action}` : sql`and subject_kind = ${action}`}
    ${subject === undefined ? empty : sql`and subject_id = ${subject}`}
    ${ip === undefined ? empty : sql`and ip = ${ip}`}`
}

function createdOf({ actor, action, subject, ip }: AuditFilter): Sql {
  const isKey = sql`exists (select from api_keys k where k.workspace_id = posts.workspace_id and k.id = author_id)`
  const ofKind = actor === 'key' ? isKey : actor === 'user' ? sql`not ${isKey}` : sql`false`
  return sql`
    ${actor === undefined ? empty : sql`and (author_id::text = lower(${actor}) or ${ofKind})`}
    ${action === undefined || action === 'post' || action === 'post.create' ? empty : sql`and false`}
    ${subject === undefined ? empty : sql`and id::text = lower(${subject})`}
    ${ip === undefined ? empty : sql`and origin_ip = ${ip}`}`
}
