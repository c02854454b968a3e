import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { openPage, type PageBody, type PageQuery } from '../lib/requests/page.ts'
import { feedColumns, type ShownRow, shownBeside, toFeed } from './feed-row.ts'
import type { Feed } from './feed-schema.ts'

/** The feeds of this workspace and mode, newest first; all of them unless a limit is given. @throws Problem 422 */
export async function listFeeds(call: CallContext, query: PageQuery, url: URL): Promise<PageBody<Feed>> {
  const { db, workspaceId, mode, context } = call
  const page = openPage(query, {
    url,
    secretKeys: context.secretKeys,
    place: `${workspaceId} ${mode} feeds`,
    allWithoutLimit: true,
    isShort: true,
  })
  const { after } = page
  const rows = await db.rows<ShownRow & { at: string }>(sql`
    select ${feedColumns}, ${shownBeside}, f.created_at::text as at from feeds f
    where f.workspace_id = ${workspaceId} and f.mode = ${mode} and (${after?.at ?? null}::timestamptz is null
      or (f.created_at, f.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by f.created_at desc, f.id desc limit ${page.fetch} offset ${page.skip}`)
  const counted = page.counts
    ? await db.row<{ total: number }>(sql`
        select count(*)::int as total from feeds where workspace_id = ${workspaceId} and mode = ${mode}`)
    : null
  return page.answer(rows, counted?.total ?? null, toFeed)
}
