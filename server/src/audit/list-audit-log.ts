import type { CallContext, Mode } from '../context.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { openPage, type PageBody, type PageQuery } from '../lib/requests/page.ts'
import type { AuditActor } from './audit-entry.ts'
import { type AuditFilter, type EntryRow, selectEntries } from './select-entries.ts'

/** An entry as the API shows it. */
export interface ShownEntry {
  id: string
  action: string
  actor: {
    kind: AuditActor['kind']
    id: string | null
    /** The address of the person, or the name of the key. */
    name: string | null
    /** The beginning and the end of the key. */
    key: string | null
  }
  subject: { kind: string; id: string | null }
  mode: Mode | null
  ip: string | null
  user_agent: string | null
  details: JsonObject
  created_at: string
}

/** The audit log of this workspace, newest first. It is not counted. */
export async function listAuditLog(
  { context, db, workspaceId, mode }: CallContext,
  { limit, offset, cursor, ...filter }: AuditFilter & PageQuery,
  url: URL,
): Promise<PageBody<ShownEntry>> {
  const asked = {
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
    ...(cursor === undefined ? {} : { cursor }),
  }
  const place = `${workspaceId} ${mode} audit-log`
  const page = openPage(asked, { url, secretKeys: context.secretKeys, place })
  const range = { after: page.after, limit: page.fetch ?? 201, skip: page.skip }
  const rows = await db.rows<EntryRow>(selectEntries({ workspaceId, mode }, filter, range))
  return page.answer(rows, null, toShownEntry)
}

export function toShownEntry(row: EntryRow): ShownEntry {
  const key = row.key_last4 === null ? null : `crier_${row.key_mode}_…${row.key_last4}`
  return {
    id: row.id,
    action: row.action,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, key },
    subject: { kind: row.subject_kind, id: row.subject_id },
    mode: row.mode,
    ip: row.ip,
    user_agent: row.user_agent,
    details: row.details,
    created_at: row.created_at.toISOString(),
  }
}
