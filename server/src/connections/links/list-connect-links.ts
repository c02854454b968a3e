import type { CallContext } from '../../context.ts'
import { empty, sql } from '../../db/database.ts'
import { openPage, type PageBody, type PageQuery } from '../../lib/requests/page.ts'
import { type ConnectLink, type LinkRow, linkColumns, toConnectLink } from './connect-link.ts'

/** The connect links of this workspace and mode, newest first. */
export async function listConnectLinks(
  { context, db, workspaceId, mode }: CallContext,
  query: PageQuery,
  url: URL,
): Promise<PageBody<ConnectLink>> {
  const place = `${workspaceId} ${mode} connect-links`
  const page = openPage(query, { url, secretKeys: context.secretKeys, place })
  const matching = sql`workspace_id = ${workspaceId} and mode = ${mode}`
  const after = page.after
    ? sql`and (created_at, id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : empty
  const rows = await db.rows<LinkRow>(sql`
    select ${linkColumns} from connect_links where ${matching} ${after}
    order by created_at desc, id desc limit ${page.fetch} offset ${page.skip}`)
  const counted = page.counts
    ? await db.row<{ total: number }>(sql`select count(*) as total from connect_links where ${matching}`)
    : null
  return page.answer(rows, counted?.total ?? null, (row) => toConnectLink(context, row))
}
