import { useLingui } from '@lingui/react/macro'
import type { ReviewedPost } from './review-link.ts'

type Tone = 'asks' | 'good' | 'info' | 'bad' | 'quiet'

/** How far a post is, in a few words. */
export function useStateWords(): (post: ReviewedPost) => { readonly tone: Tone; readonly words: string } {
  const { t } = useLingui()
  return ({ state, cannot }) => {
    switch (state) {
      case 'draft':
        return { tone: 'quiet', words: t`Draft` }
      case 'waiting':
        return cannot === null || cannot === 'late'
          ? { tone: 'asks', words: t`Waits for you` }
          : { tone: 'quiet', words: t`Waits for approval` }
      case 'returned':
        return { tone: 'quiet', words: t`Is being changed` }
      case 'approved':
        return { tone: 'good', words: t`Approved` }
      case 'scheduled':
        return { tone: 'info', words: t`Planned` }
      case 'publishing':
        return { tone: 'info', words: t`Going out…` }
      case 'published':
        return { tone: 'good', words: t`Published` }
      case 'partly_published':
        return { tone: 'good', words: t`Published in part` }
      case 'not_published':
        return { tone: 'bad', words: t`Not published` }
      case 'unclear':
        return { tone: 'quiet', words: t`Being checked` }
      case 'canceled':
        return { tone: 'quiet', words: t`Canceled` }
    }
  }
}

/** Whether a post waits for the person who looks. */
export function isAsking({ state, cannot }: ReviewedPost): boolean {
  return state === 'waiting' && (cannot === null || cannot === 'late')
}
