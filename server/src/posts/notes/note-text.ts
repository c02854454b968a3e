import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { invalid } from '../../lib/problem.ts'

// Everything but tabs and line feeds: a note is shown in a browser, in mails and by programs in terminals.
const controls = /[\p{Cc}--[\n\t]]/gv

/** The words of a note as they are stored. @throws Problem 422 where nothing is left of them */
export function readNoteText(text: string): string {
  const clean = text.replace(/\r\n?/g, '\n').replace(controls, '').trimEnd()
  if (clean !== '') return clean
  throw invalid([{ pointer: '/text', code: 'wrong_format', detail: 'This must not be empty.' }])
}

/** Refuses to mention somebody who is no member, but for those who were mentioned before and may have left. @throws Problem 422 `member_not_found` */
export async function requireMembers(
  { db, workspaceId }: CallContext,
  mentions: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  if (mentions.length === 0) return
  const rows = await db.rows<{ user_id: string }>(sql`
    select user_id from memberships where workspace_id = ${workspaceId} and user_id = any(${mentions}::uuid[])`)
  const members = new Set([...before, ...rows.map(({ user_id }) => user_id)])
  const unknown = mentions.flatMap((id, index) =>
    members.has(id.toLowerCase())
      ? []
      : [
          {
            pointer: `/mentions/${index}`,
            code: 'member_not_found',
            detail: 'There is no member of this workspace with this id.',
          },
        ],
  )
  if (unknown.length > 0) throw invalid(unknown)
}
