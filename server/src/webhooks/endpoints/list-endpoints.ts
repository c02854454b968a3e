import type { CallContext } from '../../context.ts'
import { empty, sql } from '../../db/database.ts'
import { openPage, type PageBody, type PageQuery } from '../../lib/requests/page.ts'
import { type Endpoint, type EndpointRow, endpointColumns, toEndpoint } from './endpoint.ts'

/** The endpoints of this workspace and mode, newest first. */
export async function listEndpoints(
  { context, db, workspaceId, mode }: CallContext,
  query: PageQuery,
  url: URL,
): Promise<PageBody<Endpoint>> {
  const place = `${workspaceId} ${mode} webhook-endpoints`
  const page = openPage(query, { url, secretKeys: context.secretKeys, place })
  const matching = sql`e.workspace_id = ${workspaceId} and e.mode = ${mode}`
  const after = page.after
    ? sql`and (e.created_at, e.id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : empty
  const rows = await db.rows<EndpointRow>(sql`
    select ${endpointColumns('e')} from webhook_endpoints e where ${matching} ${after}
    order by e.created_at desc, e.id desc limit ${page.fetch} offset ${page.skip}`)
  const counted = page.counts
    ? await db.row<{ total: number }>(
        sql`select count(*) as total from webhook_endpoints e where ${matching}`,
      )
    : null
  return page.answer(rows, counted?.total ?? null, toEndpoint)
}
