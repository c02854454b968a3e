import { type CreatePostInput, type Post, StaleError } from '@crier/sdk'
import type { When } from '../content.ts'
import type { Desk } from '../desk.ts'
import { isDeleted } from '../drafts/saver.ts'
import { changesOf, postFromAnswer, readPost } from '../drafts/send.ts'
import { publishingTime } from '../server-time.ts'

/** The one thing that the primary button does. */
export type Plan =
  | { readonly kind: 'schedule'; readonly at: string }
  | { readonly kind: 'queue'; readonly at: string | null }
  | { readonly kind: 'publish'; readonly count: number }
  | { readonly kind: 'ask' }
  | { readonly kind: 'save' }
  /** It has to be said first when the post goes out. */
  | { readonly kind: 'choose' }

/** The one thing to do with a post of this status that is planned for this time. */
export function planOf(
  status: Post['status'] | null,
  when: When,
  { mustAsk, count, slot }: { mustAsk: boolean; count: number; slot: string | null },
): Plan {
  const isDraft = status === null || status === 'draft'
  if (isDraft && when.kind === 'open') return { kind: 'choose' }
  if (isDraft && mustAsk) return { kind: 'ask' }
  if (when.kind === 'queue') return { kind: 'queue', at: slot }
  if (when.kind === 'now' && !mustAsk) return { kind: 'publish', count }
  return isDraft && when.kind === 'at' ? { kind: 'schedule', at: when.at } : { kind: 'save' }
}

/** The outcome: the post, and until when it can be taken back in the browser; null where it cannot. */
export interface PlanOutcome {
  readonly post: Post
  readonly undoMs: number | null
}

/**
 * Does it at the server. "Publish now" plans the post a few seconds ahead, in which it can be taken back; nothing of it is
 * sent before.
 * @returns null where somebody else changed the post meanwhile, which is then put together with the work here
 */
export async function carryOutPlan(desk: Desk, plan: Plan, comment: string): Promise<PlanOutcome | null> {
  const { saver, session, content, undoSeconds } = desk
  const isDraft = !saver.isWorkingCopy()
  if (isDraft && (await saver.save()) === null) return null
  const { saved } = saver.keeping.read()
  if (saved === null) return null
  saver.hold(true)
  try {
    const now = content.read()
    const { scheduled_at: _, ...changes } = changesOf(saved.content, now, desk.places.read())
    const guard = { ifMatch: saved.etag }
    const update = (more: Partial<CreatePostInput>) =>
      session.api.posts.update(
        saved.post.id,
        { ...changes, ...more, ...(isDraft ? { is_draft: false } : {}) },
        guard,
      )
    const undoMs = plan.kind === 'publish' && undoSeconds > 0 ? undoSeconds * 1_000 : null
    const post = await (async () => {
      if (plan.kind === 'queue' || (plan.kind === 'ask' && now.when.kind === 'queue'))
        return update({ scheduled_at: null, use_queue: true })
      if (plan.kind === 'ask')
        return session.api.posts.submit(saved.post.id, comment === '' ? {} : { comment }, guard)
      if (plan.kind !== 'publish') return update(now.when.kind === 'at' ? { scheduled_at: now.when.at } : {})
      const at = undoMs === null ? null : new Date((await publishingTime(session)) + undoMs).toISOString()
      return update({ scheduled_at: at })
    })()
    saver.adopt(postFromAnswer(post, now))
    return { post, undoMs }
  } catch (error) {
    saver.hold(false)
    if (isDeleted(error)) return saver.lose()
    if (!(error instanceof StaleError)) throw error
    await saver.meet(saved)
    return null
  } finally {
    saver.hold(false)
  }
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
