import { type Queryable, sql } from '../../db/database.ts'
import { type ClaimedDelivery, type HeldEndpoints, setDue } from './claim-deliveries.ts'
import { isListedEndpoint } from './is-listed-endpoint.ts'
import { searchByIndex } from './search-by-index.ts'

/** Gives up claims of deliveries that were not begun. They are due as they were. */
export async function giveBackDeliveries(
  tx: Queryable,
  deliveries: readonly ClaimedDelivery[],
  holding: HeldEndpoints,
): Promise<void> {
  await searchByIndex(tx)
  const rows = deliveries.map(({ workspaceId, id, endpointId, fence, dueAt }) => ({
    workspace_id: workspaceId,
    id,
    endpoint_id: endpointId,
    fence,
    due_at: dueAt,
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as g(workspace_id uuid, id uuid, endpoint_id uuid, fence int, due_at timestamptz)`
  const endpoints = sql`(select distinct workspace_id, endpoint_id from ${given})`
  await tx.run(sql`
    select from webhook_endpoints e where ${isListedEndpoint(endpoints)}
    order by e.workspace_id, e.id for no key update`)
  await tx.run(sql`
    with g as materialized (
      select g.workspace_id, g.id, g.due_at, d.place, e.is_on from ${given} cross join lateral (
        select ctid as place, fence, lease_owner from webhook_deliveries d
        where d.workspace_id = g.workspace_id and d.id = g.id offset 0) d
      cross join lateral (
        select disabled_at is null as is_on from webhook_endpoints e
        where e.workspace_id = g.workspace_id and e.id = g.endpoint_id offset 0) e
      where d.fence = g.fence and d.lease_owner is not null
    )
    update webhook_deliveries d set lease_owner = null, next_at = case when g.is_on or d.is_test then g.due_at end,
      state = case when g.is_on or d.is_test then 'pending' else 'kept' end
    from g where d.ctid = any(array(select place from g)) and d.workspace_id = g.workspace_id and d.id = g.id`)
  await setDue(tx, endpoints, holding)
}
