import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { openPage, type PageBody, type PageQuery } from '../lib/requests/page.ts'
import { type SavedTextRow, toSavedText } from './saved-text-row.ts'
import type { SavedText } from './saved-text-schema.ts'

/** A page ends before it grows larger than this. A hundred of the longest texts in Latin letters still fit. */
const mostPageBytes = 1024 * 1024

interface Selected extends Omit<SavedTextRow, 'body'> {
  readonly at: string
  /** Null: it does not fit into this page. */
  readonly body: string | null
}

/** The saved texts of this workspace and mode by their names. @throws Problem 422 */
export async function listSavedTexts(
  call: CallContext,
  query: PageQuery & { text?: string },
  url: URL,
): Promise<PageBody<SavedText>> {
  const { db, workspaceId, mode, context } = call
  const wanted = query.text ?? null
  const page = openPage(query, {
    url,
    secretKeys: context.secretKeys,
    place: `saved texts ${workspaceId} ${mode}`,
    isShort: true,
  })
  const matching = sql`workspace_id = ${workspaceId} and mode = ${mode} and (${wanted}::text is null
    or position(lower(${wanted}::text) in lower(name)) > 0 or position(lower(${wanted}::text) in lower(body)) > 0)`
  // A cursor has room for so many characters.
  const place = sql`left(name_key, 60) collate "C"`
  const after = page.after
  const rows = await db.rows<Selected>(sql`
    select id, name, case when bytes_before < ${mostPageBytes}::int then body end as body, platforms, created_at, updated_at, at
    from (
      select *, sum(octet_length(body)) over (order by at, id) - octet_length(body) as bytes_before
      from (
        select *, ${place} as at from saved_texts
        where ${matching} and (${after?.at ?? null}::text is null
          or (${place}, id) > (${after?.at ?? null}::text, ${after?.id ?? null}::uuid))
        order by ${place}, id limit ${page.fetch} offset ${page.skip}
      ) found
    ) measured
    order by at, id`)
  const counted = page.counts
    ? await db.row<{ total: number }>(sql`select count(*)::int as total from saved_texts where ${matching}`)
    : null
  const fitting = rows.filter(({ body }) => body !== null).length
  return page.answer(
    rows,
    counted?.total ?? null,
    (row) => toSavedText({ ...row, body: row.body ?? '' }),
    fitting,
  )
}
