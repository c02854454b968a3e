import type { CallContext } from '../../context.ts'
import { raw, type Sql, sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import type { Note } from './note-schema.ts'

type ActorKind = Note['author']['kind']

/** A note as it is selected with `noteColumns`. */
export interface NoteRow {
  id: string
  post_id: string
  text: string
  actor_kind: ActorKind
  actor_id: string
  actor_name: string | null
  user_id: string
  mentions: Note['mentions'] | null
  created_at: Date
  /** `created_at` as the database wrote it. */
  at: string
  edited_at: Date | null
  resolved_at: Date | null
  resolved_kind: ActorKind | null
  resolved_id: string | null
  resolved_name: string | null
}

/** The name of who acted, for a note `n` with such columns; null once the person is gone. */
function nameOf(kind: Sql, id: Sql): Sql {
  return sql`case when ${kind} = 'key'
    then (select k.name from api_keys k where k.workspace_id = n.workspace_id and k.id = ${id})
    else (select coalesce(nullif(u.name, ''), u.email) from users u where u.id = ${id}) end`
}

/** For `select ${noteColumns} from post_notes n`. */
export const noteColumns = sql`
  n.id, n.post_id, n.text, n.actor_kind, n.actor_id, ${nameOf(raw('n.actor_kind'), raw('n.actor_id'))} as actor_name,
  n.user_id, n.created_at, n.created_at::text as at, n.edited_at, n.resolved_at, n.resolved_kind, n.resolved_id,
  ${nameOf(raw('n.resolved_kind'), raw('n.resolved_id'))} as resolved_name,
  (select jsonb_agg(jsonb_build_object('user_id', u.id, 'name', coalesce(nullif(u.name, ''), u.email)) order by place)
    from unnest(n.mentions) with ordinality as named(user_id, place) join users u on u.id = named.user_id) as mentions`

/** The note of a post that is there. @throws Problem 404 `post` or `note` */
export async function loadNote(
  { db, workspaceId, mode }: CallContext,
  postId: string,
  id: string,
): Promise<NoteRow> {
  const row = await db.row<NoteRow>(sql`
    select ${noteColumns} from post_notes n
    where n.workspace_id = ${workspaceId} and n.mode = ${mode} and n.post_id = ${postId} and n.id = ${id}`)
  if (row === null) throw notFound('note')
  return row
}

/** Locks a note until this transaction ends, then reads it. @throws Problem 404 */
export async function lockNote(call: CallContext, postId: string, id: string): Promise<NoteRow> {
  await call.db.run(sql`
    select from post_notes where workspace_id = ${call.workspaceId} and mode = ${call.mode} and id = ${id} for update`)
  return loadNote(call, postId, id)
}

export function toNote(row: NoteRow): Note {
  return {
    id: row.id,
    post_id: row.post_id,
    text: row.text,
    author: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, user_id: row.user_id },
    mentions: row.mentions ?? [],
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    resolved_by:
      row.resolved_kind === null || row.resolved_id === null
        ? null
        : { kind: row.resolved_kind, id: row.resolved_id, name: row.resolved_name },
  }
}
