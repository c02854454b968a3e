import type { CallContext } from '../context.ts'
import { empty, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { lockQueue } from './lock-queue.ts'
import { findSlot, type QueueSlot, toQueueSlot } from './slot.ts'
import { readSlot, type SlotInput } from './slot-input.ts'

/** More than one for each hour of a week, and few enough to look through for each post. */
const mostSlots = 200

/** Adds a slot to the week. @throws Problem 422; 409 `too_many_slots` */
export async function createSlot(
  call: CallContext,
  input: SlotInput & Required<Pick<SlotInput, 'weekdays' | 'time'>>,
): Promise<QueueSlot> {
  const { db, workspaceId, mode } = call
  const values = await readSlot(call, input)
  await lockQueue(call)
  const counted = await db.row<{ slots: number }>(sql`
    select count(*)::int as slots from queue_slots where workspace_id = ${workspaceId} and mode = ${mode}`)
  if ((counted?.slots ?? 0) >= mostSlots) {
    const detail = sentence(
      'The queue has {mostSlots} slots, which is the most. Delete one, or give one slot several weekdays.',
      { mostSlots },
    )
    throw new Problem(409, 'too_many_slots', detail)
  }
  const id = newId()
  await db.run(sql`
    insert into queue_slots (workspace_id, id, mode, weekdays, minute, timezone, account_id, jitter_minutes, enabled)
    values (${workspaceId}, ${id}, ${mode}, ${values.weekdays ?? []}::smallint[], ${values.minute ?? 0},
      ${values.timezone ?? null}, ${values.account_id ?? null}, ${values.jitter_minutes ?? 0}, ${values.enabled ?? true})`)
  return toQueueSlot(await findSlot(call, id, empty))
}
