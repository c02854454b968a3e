import type { CallContext } from '../../context.ts'
import { type Sql, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { lockEndpoint } from '../endpoints/endpoint.ts'
import { setDue } from '../sending/claim-deliveries.ts'
import { type Delivery, findDelivery, toDelivery } from './delivery.ts'

/**
 * Sends a delivery again, under the id it always had, whether it arrived or not. Its schedule starts again. A pending one is
 * sent at once. @throws Problem 404; 409 `endpoint_disabled`
 */
export async function resendDelivery(call: CallContext, endpointId: string, id: string): Promise<Delivery> {
  await findDelivery(call, endpointId, id)
  await lockEnabledEndpoint(call, endpointId)
  await restartDeliveries(call, endpointId, sql`d.id = ${id}`)
  return toDelivery(await findDelivery(call, endpointId, id))
}

/** Locks an endpoint that must be on. @throws Problem 404; 409 `endpoint_disabled` */
export async function lockEnabledEndpoint(call: CallContext, endpointId: string): Promise<void> {
  if ((await lockEndpoint(call, endpointId)).isOn) return
  throw new Problem(
    409,
    'endpoint_disabled',
    'This webhook endpoint is switched off, so nothing is sent to it. Send it a test, then switch it on.',
  )
}

/** Makes deliveries due at once; one that is being sent is left alone. Answers how many. */
export async function restartDeliveries(call: CallContext, endpointId: string, which: Sql): Promise<number> {
  const { db, workspaceId } = call
  const count = await db.run(sql`
    update webhook_deliveries d set state = 'pending', next_at = clock_timestamp(), tries = 0
    where d.workspace_id = ${workspaceId} and d.endpoint_id = ${endpointId} and d.lease_owner is null and ${which}`)
  await setDue(db, sql`(select ${workspaceId}::uuid, ${endpointId}::uuid)`)
  call.afterCommit(() => call.context.wake(0))
  return count
}
