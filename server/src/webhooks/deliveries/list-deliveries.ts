import type { CallContext } from '../../context.ts'
import { empty, sql } from '../../db/database.ts'
import { openPage, type PageBody, type PageQuery } from '../../lib/requests/page.ts'
import { readSpan } from '../../lib/requests/read-span.ts'
import { findEndpoint } from '../endpoints/endpoint.ts'
import {
  type Delivery,
  type DeliveryRow,
  type DeliveryState,
  deliveryColumns,
  isDeliveryOf,
  toDelivery,
} from './delivery.ts'

export interface DeliveryQuery extends PageQuery {
  status?: DeliveryState[]
  event_type?: string[]
  from?: string
  to?: string
}

/** The deliveries of an endpoint, newest first. @throws Problem 404 */
export async function listDeliveries(
  call: CallContext,
  endpointId: string,
  query: DeliveryQuery,
  url: URL,
): Promise<PageBody<Delivery>> {
  await findEndpoint(call, endpointId)
  const { context, db, workspaceId } = call
  const place = `${workspaceId} ${endpointId} deliveries`
  const page = openPage(query, { url, secretKeys: context.secretKeys, place })
  const { from, to } = readSpan(query.from, query.to)
  const aliases = { delivery: 'd', endpoint: 'e' }
  const matching = sql`${isDeliveryOf(aliases, call, endpointId)}
    ${query.status ? sql`and d.state = any(${query.status}::text[])` : empty}
    ${query.event_type ? sql`and d.event_type = any(${query.event_type}::text[])` : empty}
    ${from ? sql`and d.created_at >= ${from}` : empty}
    ${to ? sql`and d.created_at < ${to}::timestamptz + interval '1 millisecond'` : empty}`
  const after = page.after
    ? sql`and (d.created_at, d.id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : empty
  const rows = await db.rows<DeliveryRow>(sql`
    select ${deliveryColumns(aliases)} from webhook_deliveries d, webhook_endpoints e where ${matching} ${after}
    order by d.created_at desc, d.id desc limit ${page.fetch} offset ${page.skip}`)
  const counted = page.counts
    ? await db.row<{ total: number }>(
        sql`select count(*) as total from webhook_deliveries d, webhook_endpoints e where ${matching}`,
      )
    : null
  return page.answer(rows, counted?.total ?? null, toDelivery)
}
