import type { CallContext } from '../context.ts'
import { empty, sql } from '../db/database.ts'
import { findSlot, type QueueSlot, toQueueSlot } from './slot.ts'
import { readSlot, type SlotInput } from './slot-input.ts'

/** Changes the members of a slot that are named. Posts keep the times they have. @throws Problem 404, 422 */
export async function updateSlot(call: CallContext, id: string, changes: SlotInput): Promise<QueueSlot> {
  const before = await findSlot(call, id, sql`for update`)
  const after = { ...before, ...(await readSlot(call, changes)) }
  await call.db.run(sql`
    update queue_slots set weekdays = ${[...after.weekdays]}::smallint[], minute = ${after.minute},
      timezone = ${after.timezone}, account_id = ${after.account_id}, jitter_minutes = ${after.jitter_minutes},
      enabled = ${after.enabled}, updated_at = clock_timestamp()
    where workspace_id = ${call.workspaceId} and id = ${id}`)
  return toQueueSlot(await findSlot(call, id, empty))
}
