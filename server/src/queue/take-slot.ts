import type { FieldProblem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import type { Zone } from '../lib/zone/zone.ts'
import { findFreeSlots, isForAccounts, type QueueState, readQueue } from './free-slots.ts'
import { lockQueue, type QueuePlace } from './lock-queue.ts'
import type { Occurrence } from './occurrences.ts'

/** A post that wants a slot. */
export interface SlotRequest {
  /** Null: a new post. */
  readonly postId: string | null
  readonly accountIds: readonly string[]
  /** The zone of the slots that have none of their own; null: that of the workspace. */
  readonly zone: Zone | null
}

export type SlotOffer = { readonly slot: Occurrence } | { readonly fault: FieldProblem }

const furthestDays = 90

/**
 * Takes the next slot that is free for all accounts of a post, or says why there is none. The queue is locked until the
 * transaction ends, in which the post is stored with the slot; posts that come at the same moment wait, and each gets
 * another.
 */
export async function takeSlot(place: QueuePlace, applicant: SlotRequest): Promise<SlotOffer> {
  await lockQueue(place)
  return offerSlot(place, applicant)
}

/** The slot that `takeSlot` would take at this moment. */
export async function offerSlot(place: QueuePlace, applicant: SlotRequest): Promise<SlotOffer> {
  const queue = await readQueue(place)
  const fault = findFault(queue, applicant)
  if (fault) return { fault }
  const { accountIds, zone, postId } = applicant
  const [slot] = await findFreeSlots(place, queue, {
    accountIds,
    zone,
    // A slot whose moment it is now counts as missed: publishing needs a moment too.
    from: new Date(queue.now.getTime() + 1),
    to: new Date(queue.now.getTime() + furthestDays * 86_400_000),
    most: 1,
    ...(postId === null ? {} : { exceptPostId: postId }),
  })
  if (slot) return { slot }
  const detail = sentence(
    'Every slot of the next {furthestDays} days is taken. Add slots, or send scheduled_at.',
    { furthestDays },
  )
  return { fault: { pointer, code: 'no_free_slot', detail } }
}

const pointer = '/use_queue'

function findFault({ isPaused, pausedAccounts, slots }: QueueState, { accountIds }: SlotRequest) {
  if (isPaused) {
    const detail = 'The queue is paused. Resume it, or send scheduled_at.'
    return { pointer, code: 'queue_paused', detail }
  }
  const paused = accountIds.find((id) => pausedAccounts.includes(id))
  if (paused !== undefined) {
    const detail = 'The queue is paused for this account. Resume it, or send scheduled_at.'
    return { pointer, code: 'queue_paused', detail, social_account_id: paused }
  }
  if (slots.some((slot) => isForAccounts(slot, { accountIds }))) return null
  const detail =
    'The queue has no slots for these accounts. Add some with POST /v1/queue-slots, or send scheduled_at.'
  return { pointer, code: 'no_queue_slots', detail }
}
