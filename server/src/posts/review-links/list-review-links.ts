import type { CallContext } from '../../context.ts'
import { empty, sql } from '../../db/database.ts'
import { openPage, type PageBody, type PageQuery } from '../../lib/requests/page.ts'
import { type ReviewLinkRow, reviewLinkColumns, showReviewLinks } from './review-link-row.ts'
import type { ReviewLink } from './review-link-schema.ts'

/** The review links of this workspace and mode, newest first. */
export async function listReviewLinks(
  { context, db, workspaceId, mode }: CallContext,
  query: PageQuery,
  url: URL,
): Promise<PageBody<ReviewLink>> {
  const place = `${workspaceId} ${mode} review-links`
  const page = openPage(query, { url, secretKeys: context.secretKeys, place })
  const matching = sql`l.workspace_id = ${workspaceId} and l.mode = ${mode}`
  const after = page.after
    ? sql`and (l.created_at, l.id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : empty
  const rows = await db.rows<ReviewLinkRow>(sql`
    select ${reviewLinkColumns} from review_links l where ${matching} ${after}
    order by l.created_at desc, l.id desc limit ${page.fetch} offset ${page.skip}`)
  const counted = page.counts
    ? await db.row<{ total: number }>(sql`select count(*) as total from review_links l where ${matching}`)
    : null
  const shown = new Map((await showReviewLinks(db, rows)).map((link) => [link.id, link]))
  return page.answer(rows, counted?.total ?? null, (row) => {
    const link = shown.get(row.id)
    if (!link) throw new Error('A link that was read is not shown.')
    return link
  })
}
