import { type Queryable, sql } from '../../db/database.ts'
import { setDue } from './claim-deliveries.ts'

/**
 * Ends the leases of dispatchers that are gone. Their deliveries are sent again at once, perhaps for the second time: they keep
 * their ids, by which receivers know them.
 */
export async function releaseDeliveries(tx: Queryable, owners: readonly string[]): Promise<void> {
  const endpoints = sql`(select d.workspace_id, d.endpoint_id from webhook_deliveries d
      where d.lease_owner = any(${owners}::text[])
    union select h.workspace_id, h.id from webhook_endpoints h where h.lease_owner = any(${owners}::text[]))`
  const locked = await tx.rows<{ workspace_id: string; id: string }>(sql`
    select e.workspace_id, e.id from webhook_endpoints e where (e.workspace_id, e.id) in ${endpoints}
    order by e.workspace_id, e.id for no key update`)
  if (locked.length === 0) return
  await tx.run(sql`
    update webhook_deliveries set lease_owner = null, fence = fence + 1, next_at = clock_timestamp()
    where lease_owner = any(${owners}::text[])`)
  await tx.run(sql`
    update webhook_endpoints set lease_owner = null, lease_until = null where lease_owner = any(${owners}::text[])`)
  await setDue(
    tx,
    sql`(select workspace_id, id from jsonb_to_recordset(${JSON.stringify(locked)}::jsonb) as l(workspace_id uuid, id uuid))`,
  )
}
