import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import type { EventType } from '../event-catalog.ts'
import { keepPendingDeliveries } from '../sending/disable-endpoints.ts'
import { enableEndpoint } from './enable-endpoint.ts'
import { type Endpoint, findEndpoint, isEndpoint, lockEndpoint, toEndpoint } from './endpoint.ts'

export interface EndpointChange {
  events?: EventType[]
  description?: string
  status?: 'enabled' | 'disabled'
}

/** Changes the fields that are given. `url` was read before the transaction; null where it stays. @throws Problem 404 */
export async function updateEndpoint(
  call: CallContext,
  id: string,
  { events, description, status }: EndpointChange,
  url: string | null,
): Promise<Endpoint> {
  const { isOn } = await lockEndpoint(call, id)
  await call.db.run(sql`
    update webhook_endpoints e set url = coalesce(${url}, url), set_by = case when ${url !== null} then ${call.caller.userId}::uuid else set_by end,
      events = coalesce(${events ?? null}::text[], events), description = coalesce(${description ?? null}, description), updated_at = clock_timestamp()
    where ${isEndpoint('e', call, id)}`)
  if (status === 'enabled' && !isOn) return enableEndpoint(call, id)
  if (status === 'disabled' && isOn) await switchOff(call, id)
  return toEndpoint(await findEndpoint(call, id))
}

async function switchOff(call: CallContext, id: string): Promise<void> {
  await call.db.run(sql`
    update webhook_endpoints e set disabled_reason = 'person', disabled_at = crier_now(e.workspace_id, e.mode)
    where ${isEndpoint('e', call, id)}`)
  await keepPendingDeliveries(call.db, [{ workspaceId: call.workspaceId, id }])
}
