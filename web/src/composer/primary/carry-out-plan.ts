import { type CreatePostInput, type Post, RequestAbortedError, StaleError } from '@crier/sdk'
import { isDeleted } from '../../data/delete-post.ts'
import { isUnreached } from '../../live/is-unreached.ts'
import type { When } from '../content.ts'
import type { Desk } from '../desk.ts'
import type { ServerPost } from '../drafts/device-drafts.ts'
import { changesOf, postFromAnswer, readPost } from '../drafts/send.ts'
import { publishingTime } from '../publishing-time.ts'
import { findOutcome } from './find-outcome.ts'

/** The one thing that the primary button does. */
export type Plan =
  | { readonly kind: 'schedule'; readonly at: string }
  | { readonly kind: 'queue'; readonly at: string | null }
  | { readonly kind: 'publish'; readonly count: number }
  | { readonly kind: 'ask' }
  | { readonly kind: 'save' }
  /** It has to be said first when the post goes out. */
  | { readonly kind: 'choose' }

interface Asking {
  /** Whether the posts of this person wait for approval. */
  readonly mustAsk: boolean
  /** Whether this post has its approval, which another time alone leaves it. */
  readonly isApproved: boolean
  readonly count: number
  readonly slot: string | null
}

/** The one thing to do with a post of this status that is planned for this time. */
export function planOf(
  status: Post['status'] | null,
  when: When,
  { mustAsk, isApproved, count, slot }: Asking,
): Plan {
  const isDraft = status === null || status === 'draft'
  if (isDraft && when.kind === 'open') return { kind: 'choose' }
  if (isDraft && mustAsk) return { kind: 'ask' }
  if (when.kind === 'queue') return { kind: 'queue', at: slot }
  if (when.kind === 'now' && (!mustAsk || isApproved)) return { kind: 'publish', count }
  return isDraft && when.kind === 'at' ? { kind: 'schedule', at: when.at } : { kind: 'save' }
}

/** The outcome: the post, and until when it can be taken back, by `performance.now()`; null where it cannot. */
export interface PlanOutcome {
  readonly post: Post
  readonly undoUntil: number | null
}

/**
 * Why it is not done: no answer came and the server says that it took nothing, or the post had changed meanwhile and was put
 * together with the work here.
 */
export type Doubt = 'not-done' | 'changed'

interface Carrying {
  /** A word to those who approve. */
  readonly comment: string
  /** Called where no answer comes, before the server is asked what became of it. */
  readonly onUnsure: () => void
  /** Ends the wait for the server. */
  readonly signal: AbortSignal
}

/**
 * Does it at the server. "Publish now" plans the post a few seconds ahead, in which it can be taken back; nothing of it is
 * sent before.
 * @returns null where the person has to choose first between the work here and what somebody else made of the post
 */
export async function carryOutPlan(
  desk: Desk,
  plan: Plan,
  { comment, onUnsure, signal }: Carrying,
): Promise<PlanOutcome | null | Doubt> {
  const { saver, content, undoSeconds } = desk
  const isDraft = !saver.isWorkingCopy()
  if (isDraft && (await saver.save()) === null) return null
  const { saved } = saver.keeping.read()
  if (saved === null) return null
  const undoMs = plan.kind === 'publish' && undoSeconds > 0 ? undoSeconds * 1_000 : null
  // The seconds run from here on, however long the answer takes.
  const undoUntil = undoMs === null ? null : performance.now() + undoMs
  const now = content.read()
  const finish = (post: Post): PlanOutcome => {
    saver.adopt(postFromAnswer(post, now))
    const isStillTime = undoUntil !== null && undoUntil > performance.now()
    return { post, undoUntil: isStillTime && mayBeTakenBack(post) ? undoUntil : null }
  }
  saver.hold(true)
  let time: string | null | undefined
  try {
    time = await timeFor(desk, plan, undoMs)
    const mostMs = undoMs === null ? undefined : Math.max(undoMs, leastPatienceMs)
    return finish(await send(desk, { plan, saved, time, comment, isDraft, mostMs }))
  } catch (error) {
    if (isDeleted(error)) {
      saver.hold(false)
      return saver.lose()
    }
    if (isUnreached(error) || error instanceof RequestAbortedError) {
      onUnsure()
      const done = await findOutcome(desk, { isAsking: plan.kind === 'ask', content: now, time }, signal)
      return done === null ? 'not-done' : finish(done)
    }
    if (!(error instanceof StaleError)) throw error
    saver.hold(false)
    await saver.meet(saved)
    return saver.keeping.read().clash === null ? 'changed' : null
  } finally {
    saver.hold(false)
  }
}

/** The time that a post is to have: null for at once, undefined where the queue gives it one or it keeps its own. */
async function timeFor({ session, content }: Desk, { kind }: Plan, undoMs: number | null) {
  const { when } = content.read()
  // Such a post waits for its approval, and goes out as soon as it has it.
  if (kind === 'save' && when.kind === 'now') return null
  if (kind !== 'publish') return when.kind === 'at' ? when.at : undefined
  return undoMs === null ? null : new Date((await publishingTime(session)) + undoMs).toISOString()
}

// Less may be over before a slow line has carried an answer.
const leastPatienceMs = 10_000

interface Sending {
  readonly plan: Plan
  readonly saved: ServerPost
  readonly time: string | null | undefined
  readonly comment: string
  readonly isDraft: boolean
  /** How long it may be under way; undefined: as long as any call. A later one could not be taken back any more. */
  readonly mostMs: number | undefined
}

function send({ session: { api }, content, places }: Desk, sending: Sending): Promise<Post> {
  const { plan, saved, time, comment, isDraft, mostMs } = sending
  const now = content.read()
  const { scheduled_at: _, ...changes } = changesOf(saved.content, now, places.read())
  const guard = {
    ifMatch: saved.etag,
    signal: mostMs === undefined ? undefined : AbortSignal.timeout(mostMs),
  }
  const update = (more: Partial<CreatePostInput>) =>
    api.posts.update(saved.post.id, { ...changes, ...more, ...(isDraft ? { is_draft: false } : {}) }, guard)
  if (plan.kind === 'queue' || (plan.kind === 'ask' && now.when.kind === 'queue'))
    return update({ scheduled_at: null, use_queue: true })
  if (plan.kind === 'ask') return api.posts.submit(saved.post.id, comment === '' ? {} : { comment }, guard)
  return update(time === undefined ? {} : { scheduled_at: time })
}

// A post that waits for approval goes nowhere, and one that is out cannot be taken back.
function mayBeTakenBack({ status, approval }: Post): boolean {
  return (status === 'scheduled' || status === 'held') && approval?.state !== 'waiting'
}

/** Makes a post that waits for its time a draft again, or gives it back the time that it had. */
export async function takeBack(desk: Desk, before: Post | null): Promise<void> {
  const { session, saver, content, id } = desk
  const wasDraft = before === null || before.is_draft
  // The way that was chosen stays chosen; the server knows it as the time that it was made of.
  const { when } = content.read()
  saver.hold(true)
  try {
    await session.api.posts.update(id, wasDraft ? { is_draft: true } : { scheduled_at: before.scheduled_at })
    const post = await readPost(session.api, id)
    saver.hold(false)
    saver.adopt(post)
    content.change((now) => ({ ...now, when }))
  } finally {
    saver.hold(false)
  }
}
