import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { type Delivery, findDelivery, toDelivery } from '../deliveries/delivery.ts'
import { recordEvent } from '../record-event.ts'
import { setDue } from '../sending/claim-deliveries.ts'
import { lockEndpoint } from './endpoint.ts'

/**
 * Sends a test event to an endpoint, also to one that is off, and once only. Answers the delivery, which tells soon
 * how it went. @throws Problem 404
 */
export async function sendTestEvent(call: CallContext, id: string): Promise<Delivery> {
  const { db, workspaceId, mode } = call
  await lockEndpoint(call, id)
  const eventId = newId()
  const deliveryId = newId()
  await recordEvent(db, {
    ...{ id: eventId, workspaceId, mode, type: 'webhook_endpoint.test', subjectId: id },
    data: { id, message: 'This is a test of your webhook endpoint.' },
  })
  await db.run(sql`
    insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, state, next_at, is_test)
    values (${workspaceId}, ${deliveryId}, ${id}, ${eventId}, 'webhook_endpoint.test', 'pending', clock_timestamp(), true)`)
  await setDue(db, sql`(select ${workspaceId}::uuid, ${id}::uuid)`)
  call.afterCommit(() => call.context.wake(0))
  return toDelivery(await findDelivery(call, id, deliveryId))
}
