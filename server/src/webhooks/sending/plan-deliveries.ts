import { type Queryable, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import type { StoredEvent } from '../reading/read-stretch.ts'
import { isListedEndpoint } from './is-listed-endpoint.ts'
import { searchByIndex } from './search-by-index.ts'

/** The name of the reader that makes deliveries of events. */
export const deliveryReader = 'webhooks'

/** Whether an endpoint may want the event `e`. Without `offset` the endpoints of all workspaces would be read for a join. */
export const mayBeDelivered = sql`e.type <> 'webhook_endpoint.test' and exists (
  select from webhook_endpoints w where w.workspace_id = e.workspace_id and w.mode = e.mode offset 0)`

interface PlannedRow {
  workspace_id: string
  endpoint_id: string
  event_id: string
  event_type: string
  is_on: boolean
}

/**
 * Makes a delivery of each event for each endpoint that wants it, in the transaction that reads the events. An endpoint that is
 * off keeps its deliveries until a person has them sent.
 */
export async function planDeliveries(tx: Queryable, events: readonly StoredEvent[]): Promise<void> {
  const workspaces = [...new Set(events.map(({ workspaceId }) => workspaceId))]
  await searchByIndex(tx)
  const planned = await tx.rows<PlannedRow>(sql`
    with n as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(events.map(rowOf))}::jsonb) as n(place int, workspace_id uuid, id uuid,
        mode text, type text, created_at timestamptz)
    ), e as materialized (
      select * from webhook_endpoints where workspace_id = any(${workspaces}::uuid[])
      order by workspace_id, id for no key update
    )
    select e.workspace_id, e.id as endpoint_id, n.id as event_id, n.type as event_type, e.disabled_at is null as is_on
    from n join e on e.workspace_id = n.workspace_id and e.mode = n.mode and e.created_at <= n.created_at
      and (e.events = '{}' or n.type = any(e.events))
    order by n.place`)
  if (planned.length > 0) await insertDeliveries(tx, planned)
}

function rowOf({ workspaceId, id, mode, type, createdAt }: StoredEvent, place: number) {
  return { place, workspace_id: workspaceId, id, mode, type, created_at: createdAt }
}

async function insertDeliveries(tx: Queryable, planned: readonly PlannedRow[]): Promise<void> {
  const rows = planned.map((row) => ({ ...row, id: newId() }))
  await tx.run(sql`
    with made as (
      insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, state, next_at)
      select workspace_id, id, endpoint_id, event_id, event_type, case when is_on then 'pending' else 'kept' end,
        case when is_on then clock_timestamp() end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(workspace_id uuid, id uuid, endpoint_id uuid,
        event_id uuid, event_type text, is_on boolean)
      on conflict (workspace_id, event_id, endpoint_id) do nothing
      returning workspace_id, endpoint_id, next_at
    ), m as materialized (
      select workspace_id, endpoint_id, min(next_at) as next_at from made where next_at is not null
      group by workspace_id, endpoint_id
    )
    update webhook_endpoints e set due_at = least(e.due_at, m.next_at)
    from m where ${isListedEndpoint(sql`(select workspace_id, endpoint_id from m)`)} and e.workspace_id = m.workspace_id and e.id = m.endpoint_id`)
}
