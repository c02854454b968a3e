import { ApiError } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { isUnreached } from '../../live/is-unreached.ts'
import { useSession } from '../../session/session.ts'
import { sayProblem } from '../../ui/say-problem.ts'
import { type MovablePost, type Status, statusOf } from '../calendar-data.ts'
import { useDuplicate } from '../use-duplicate.ts'

/** Why a post stays where it was, and a way on. */
export interface Refusal {
  readonly sentence: string
  /** The status that stands in the way, where it is that. */
  readonly status?: Status
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** Says why a post of a status cannot be moved. */
export function useStateRefusal(): (post: MovablePost) => Refusal {
  const { t } = useLingui()
  const navigate = useNavigate()
  const duplicate = useDuplicate()
  return useCallback(
    (post) => {
      const again = { label: t`Duplicate`, run: () => void duplicate(post.id) }
      const open = {
        label: t`See what happened`,
        run: () => void navigate({ to: '/posts/$post', params: { post: post.id } }),
      }
      const status = statusOf(post)
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
    },
    [t, navigate, duplicate],
  )
}

/** Says why the server refused to move a post. It may ask the server who was faster. */
export function useRefusal(): (post: MovablePost, error: unknown) => Promise<Refusal> {
  const { t } = useLingui()
  const { api } = useSession()
  const ofState = useStateRefusal()
  return useCallback(
    async (post, error) => {
      if (isUnreached(error))
        return {
          sentence: t`We can't reach your Crier. The calendar shows where the post is once it answers.`,
        }
      if (!(error instanceof ApiError)) return { sentence: t`Something in this page broke. Load it again.` }
      if (error.status === 404) return { sentence: t`This post doesn't exist any more.` }
      if (error.status === 403) return { sentence: t`Your role can't move this post. Ask an editor.` }
      if (error.status === 409 || error.status === 412) {
        const fresh = await api.posts.get(post.id).catch(() => null)
        const isMovable = fresh === null || ['draft', 'scheduled', 'held'].includes(fresh.status)
        if (!isMovable) return ofState({ ...post, status: fresh.status })
        if (error.status === 409) return ofState({ ...post, status: 'processing' })
        const [latest] = (await api.posts.listVersions(post.id).catch(() => ({ data: [] }))).data
        const name = latest?.by.name ?? t`Somebody`
        return { sentence: t`${name} changed this post a moment ago. Here it is; move it again.` }
      }
      const codes = error.errors.map(({ code }) => code)
      if (codes.includes('scheduled_at_in_past')) return { sentence: t`That time has passed.` }
      if (codes.includes('scheduled_at_too_far'))
        return { sentence: t`Posts can be planned up to a year ahead.` }
      return { sentence: sayProblem(error) }
    },
    [t, api, ofState],
  )
}
