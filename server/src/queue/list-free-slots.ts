import type { CallContext } from '../context.ts'
import { type FieldProblem, invalid } from '../lib/problem.ts'
import { readSpan } from '../lib/requests/read-span.ts'
import { writeWallTime } from '../lib/zone/wall-time.ts'
import { openZone } from '../lib/zone/zone.ts'
import { findFreeSlots, type QueueState, readQueue } from './free-slots.ts'
import type { Occurrence } from './occurrences.ts'
import { unknownZone } from './slot-input.ts'

/** The query for free slots. */
export interface FreeSlotQuery {
  limit?: number
  from?: string
  to?: string
  social_account_id?: string[]
  timezone?: string
}

/** A slot on a day on which it is free. */
export interface FreeSlot {
  slot_id: string
  social_account_id: string | null
  scheduled_at: string
  slot_at: string
  local_time: string
  timezone: string
}

export interface FreeSlots {
  data: FreeSlot[]
  paused: boolean
}

const dayMs = 86_400_000
const usualDays = 90
const furthestDays = 366

/** The next free slots, in their order. None are free while the queue is paused. @throws Problem 422 */
export async function listFreeSlots(call: CallContext, query: FreeSlotQuery): Promise<FreeSlots> {
  const accountIds = query.social_account_id?.map((id) => id.toLowerCase()) ?? null
  const queue = await readQueue(call)
  const paused = queue.isPaused || queue.pausedAccounts.some((id) => accountIds?.includes(id))
  const { from, to, zone } = readWanted(query, queue)
  if (paused) return { data: [], paused }
  const given = queue.slots.filter(
    ({ account_id }) => account_id === null || !queue.pausedAccounts.includes(account_id),
  )
  const wanted = { accountIds, zone, from, to, most: query.limit ?? 10 }
  const free = await findFreeSlots(call, { ...queue, slots: given }, wanted)
  return { data: free.map(showFree), paused }
}

function readWanted({ from, to, timezone }: FreeSlotQuery, { now }: QueueState) {
  const problems: FieldProblem[] = []
  const zone = timezone === undefined ? null : openZone(timezone)
  if (timezone !== undefined && zone === null) problems.push(unknownZone('?timezone', timezone))
  const span = readSpan(from, to)
  const earliest = now.getTime() + 1
  const first = Math.max(span.from?.getTime() ?? earliest, earliest)
  // The end is in the span.
  const last = span.to === null ? first + usualDays * dayMs : span.to.getTime() + 1
  const detail = `The span may end at most ${furthestDays} days from now.`
  if (last > now.getTime() + furthestDays * dayMs)
    problems.push({ pointer: '?to', code: 'span_too_long', detail })
  if (problems.length > 0) throw invalid(problems)
  return { from: new Date(first), to: new Date(last), zone }
}

function showFree({ slotId, accountId, zone, slotAt, at }: Occurrence): FreeSlot {
  return {
    slot_id: slotId,
    social_account_id: accountId,
    scheduled_at: at.toISOString(),
    slot_at: slotAt.toISOString(),
    local_time: writeWallTime(zone.wallAt(at.getTime())),
    timezone: zone.name,
  }
}
