import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { openPage, type PageBody, type PageQuery } from '../lib/requests/page.ts'
import { type ShownRow, shownColumns, showRecurrence } from './recurrence-row.ts'
import type { Recurrence } from './recurrence-schema.ts'

/** The recurrences, newest first. @throws Problem 422 */
export async function listRecurrences(
  call: CallContext,
  query: PageQuery & { social_account_id?: string[] },
  url: URL,
): Promise<PageBody<Recurrence>> {
  const { db, workspaceId, mode, context } = call
  const page = openPage(query, {
    url,
    secretKeys: context.secretKeys,
    place: `${workspaceId} ${mode} recurrences`,
    isShort: true,
  })
  const accounts = query.social_account_id ?? null
  const matching = sql`r.workspace_id = ${workspaceId} and r.mode = ${mode}
    and (${accounts}::uuid[] is null or r.account_ids && ${accounts}::uuid[])`
  const rows = await db.rows<ShownRow & { at: string }>(sql`
    select ${shownColumns}, r.created_at::text as at from recurrences r
    where ${matching} and (${page.after?.at ?? null}::timestamptz is null
      or (r.created_at, r.id) < (${page.after?.at ?? null}::timestamptz, ${page.after?.id ?? null}::uuid))
    order by r.created_at desc, r.id desc limit ${page.fetch} offset ${page.skip}`)
  const counted = page.counts
    ? await db.row<{ total: number }>(sql`select count(*)::int as total from recurrences r where ${matching}`)
    : null
  return page.answer(rows, counted?.total ?? null, showRecurrence)
}
