import { ApiError, type CrierClient } from '@crier/sdk'
import { t } from '@lingui/core/macro'
import { isUnreached } from '../../live/is-unreached.ts'
import { sayProblem } from '../../ui/say-problem.ts'
import { type MovablePost, type Status, statusOf } from '../calendar-data.ts'

/** Why a post stays where it was, and a way on. */
export interface Refusal {
  readonly sentence: string
  /** The status that stands in the way, where it is that. */
  readonly status?: Status
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** The ways on from a post that stays where it was. */
interface Ways {
  readonly open: () => void
  readonly duplicate: () => void
}

/** Says why the server refused to move a post. It may ask the server who was faster. */
export async function sayRefusal(
  { posts }: CrierClient,
  post: MovablePost,
  error: unknown,
  ways: Ways,
): Promise<Refusal> {
  if (isUnreached(error))
    return {
      sentence: t`We can't reach your Crier. The calendar shows where the post is once it answers.`,
    }
  if (!(error instanceof ApiError)) return { sentence: t`Something in this page broke. Load it again.` }
  if (error.status === 404) return { sentence: t`This post doesn't exist any more.` }
  if (error.status === 403) return { sentence: t`Your role can't move this post. Ask an editor.` }
  if (error.status === 409 || error.status === 412) {
    const fresh = await posts.get(post.id).catch(() => null)
    const isMovable = fresh === null || ['draft', 'scheduled', 'held'].includes(fresh.status)
    if (!isMovable) return sayState({ ...post, status: fresh.status }, ways)
    if (error.status === 409) return sayState({ ...post, status: 'processing' }, ways)
    const [latest] = (await posts.listVersions(post.id).catch(() => ({ data: [] }))).data
    const name = latest?.by.name ?? t`Somebody`
    return { sentence: t`${name} changed this post a moment ago. Here it is; move it again.` }
  }
  const codes = error.errors.map(({ code }) => code)
  if (codes.includes('scheduled_at_in_past')) return { sentence: t`That time has passed.` }
  if (codes.includes('scheduled_at_too_far')) return { sentence: t`Posts can be planned up to a year ahead.` }
  return { sentence: sayProblem(error) }
}

/** Says why a post of a status cannot be moved. */
export function sayState(post: Pick<MovablePost, 'status'>, ways: Ways): Refusal {
  const status = statusOf(post)
  const again = { label: t`Duplicate`, run: ways.duplicate }
  const open = { label: t`See what happened`, run: ways.open }
  switch (status) {
    case 'posted':
      return { status, sentence: t`It's already published. Duplicate it to post again.`, action: again }
    case 'canceled':
      return { status, sentence: t`It was canceled. Duplicate it to post again.`, action: again }
    case 'partial':
      return { status, sentence: t`Part of it is already published.`, action: open }
    case 'failed':
      return { status, sentence: t`It wasn't published. Open it to try again.`, action: open }
    case 'needs_review':
      return { status, sentence: t`It may already be live. Say first whether it is.`, action: open }
    default:
      return { status, sentence: t`This post is going out right now and can't be moved.` }
  }
}
