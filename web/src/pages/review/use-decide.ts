import { ApiError } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { useAction } from '../../ui/form.tsx'
import { sayThrown } from '../../ui/say-problem.ts'
import { keepReviewer } from './review-link.ts'
import type { ReviewPostProps } from './review-post-props.ts'

/** The word of a client: with a comment it asks for changes, without one it approves. */
export interface Word {
  readonly name: string
  readonly comment: string | null
}

/** Sends the word of a client about a post, and keeps why it was refused. */
export function useDecide({ post, secret, onName, onChanged }: ReviewPostProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const why = useRefusalWords()
  const { isBusy, start } = useAction(async ({ name, comment }: Word) => {
    const decision = { token: secret, ref: post.ref, seen: post.seen, name }
    setRefusal(null)
    try {
      if (comment === null) await app.approveInReview(decision)
      else await app.returnInReview({ ...decision, comment })
      keepReviewer(name)
      onName(name)
    } catch (error) {
      setRefusal(why(error))
      // Another one may have been quicker, or the post is another one now: the page shows it as it is.
      if (!(error instanceof ApiError) || error.status === 422) return
    }
    await onChanged()
  })
  return { refusal, isBusy, decide: (word: Word) => void start(word) }
}

/** Words for a client about a refusal. */
function useRefusalWords(): (error: unknown) => string {
  const { t } = useLingui()
  return (error) => {
    const code = error instanceof ApiError ? error.code : null
    switch (code) {
      case 'not_waiting':
        return t`Somebody else decided a moment ago. You see what stands now.`
      case 'version_changed':
        return t`It was changed while you looked at it. You see it as it is now: please decide again.`
      case 'scheduled_at_in_past':
        return t`Its time has passed meanwhile, so nothing was published. The team has to choose another time.`
      case 'review_looks_only':
        return t`This link decides nothing any more. Ask the team for another one.`
      default:
        return sayThrown(error)
    }
  }
}
