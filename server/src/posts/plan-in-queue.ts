import type { CallContext } from '../context.ts'
import { invalid } from '../lib/problem.ts'
import { offerSlot, type SlotOffer, takeSlot } from '../queue/take-slot.ts'
import type { NewPostBody } from './post-body.ts'
import { type Plan, planPost, refuseFaults } from './request/plan-post.ts'
import { usesQueue, zoneOfQueue } from './request/queue-request.ts'

/**
 * Plans a post at the next slot that is free for all its accounts, where its request asks for that; else answers the plan
 * as it is. Accounts with a time of their own need no slot. It must come in a transaction then, which keeps the
 * queue locked until the post is stored.
 * @throws Problem 422 `no_queue_slots`, `no_free_slot` or `queue_paused`
 */
export async function planInQueue(
  call: CallContext,
  plan: Plan,
  { postId, body, planAgain }: Queued,
): Promise<Plan> {
  if (!usesQueue(body)) return plan
  const offer = await takeSlot(call, applicantOf(plan, body, postId))
  if ('fault' in offer) throw invalid([offer.fault])
  const timed = await planAgain({ ...body, ...atSlot(offer) })
  refuseFaults(timed)
  return { ...timed, place: offer.slot }
}

interface Queued {
  /** Null: it is not stored yet. */
  readonly postId: string | null
  readonly body: NewPostBody
  readonly planAgain: (body: NewPostBody) => Promise<Plan>
}

/** The plan of a post at the slot that it would get at this moment, without taking it. */
export async function planAtNextSlot(call: CallContext, plan: Plan, body: NewPostBody): Promise<Plan> {
  if (!usesQueue(body)) return plan
  const offer = await offerSlot(call, applicantOf(plan, body, null))
  if ('fault' in offer) return { ...plan, objections: [...plan.objections, offer.fault] }
  return planPost(call, { ...body, ...atSlot(offer) })
}

function applicantOf({ accounts }: Plan, body: NewPostBody, postId: string | null) {
  // A post that is planned without a time of its own has one only where its account was given one.
  const waiting = accounts.filter(({ target }) => target.scheduledAt === null)
  return {
    postId,
    accountIds: (waiting.length > 0 ? waiting : accounts).map(({ source }) => source.id),
    zone: zoneOfQueue(body),
  }
}

function atSlot({ slot }: Extract<SlotOffer, { slot: unknown }>) {
  return { scheduled_at: slot.at.toISOString(), use_queue: null }
}
