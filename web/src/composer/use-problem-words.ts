import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { translateServerSentence } from '../boot/server-sentences.ts'
import type { Fault } from './problems.ts'

/** The words for a problem: the server's, but where those speak to programs. */
export function useProblemWords(): (
  problem: Pick<Fault, 'code' | 'detail' | 'template' | 'params'>,
) => string {
  const { t } = useLingui()
  return useCallback(
    (problem) => {
      switch (problem.code) {
        case 'no_queue_slots':
          return t`The queue has no slots for these accounts. Set some up, or choose a time.`
        case 'no_free_slot':
          return t`Every slot of the next weeks is taken. Add slots, or choose a time.`
        case 'queue_paused':
          return t`The queue is paused. Resume it, or choose a time.`
        case 'scheduled_at_in_past':
          return t`That time has passed. Choose a later one, or publish now.`
        case 'scheduled_at_too_far':
          return t`That is more than a year ahead.`
        case 'account_not_found':
          return t`This account isn't connected any more. Connect it again, or take it out of the post.`
        default:
          return translateServerSentence(problem.detail, problem)
      }
    },
    [t],
  )
}
