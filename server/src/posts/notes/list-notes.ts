import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { openPage, type PageBody } from '../../lib/requests/page.ts'
import { loadPost } from '../post-row.ts'
import { type NoteRow, noteColumns, toNote } from './note-row.ts'
import type { Note, NoteQuery } from './note-schema.ts'

/** The notes of a post, the newest first, and how many of all of them are open. @throws Problem 404, 422 */
export async function listNotes(
  call: CallContext,
  postId: string,
  { resolved, ...query }: NoteQuery,
  url: URL,
): Promise<PageBody<Note> & { open: number }> {
  const { id } = await loadPost(call, postId)
  const { db, workspaceId, mode, context } = call
  const place = `${workspaceId} ${mode} notes ${id} ${resolved ?? 'all'}`
  const page = openPage(query, { url, secretKeys: context.secretKeys, place, isShort: true })
  const { after } = page
  const isAsked = sql`(${resolved ?? null}::boolean is null or (n.resolved_at is not null) = ${resolved ?? null}::boolean)`
  const rows = await db.rows<NoteRow>(sql`
    select ${noteColumns} from post_notes n
    where n.workspace_id = ${workspaceId} and n.mode = ${mode} and n.post_id = ${id} and ${isAsked}
      and (${after?.at ?? null}::timestamptz is null
        or (n.created_at, n.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by n.created_at desc, n.id desc limit ${page.fetch} offset ${page.skip}`)
  const counted = await db.row<{ total: number; open: number }>(sql`
    select (count(*) filter (where ${isAsked}))::int as total,
      (count(*) filter (where n.resolved_at is null))::int as open
    from post_notes n where n.workspace_id = ${workspaceId} and n.mode = ${mode} and n.post_id = ${id}`)
  return { ...page.answer(rows, counted?.total ?? 0, toNote), open: counted?.open ?? 0 }
}
