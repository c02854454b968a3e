import type { PostResult } from '@crier/sdk'

/** Whether a result in review may be public. One that missed its time was never sent, unless an earlier request is unanswered. */
export function isInDoubt({ review, maybe_at_work_since: unanswered }: PostResult): boolean {
  return review?.reason !== 'missed_window' || unanswered !== null
}

/** Whether a person closed the result without knowing what became of it: it may be public, and nothing more is sent. */
export function isLeftOpen({ status, error }: PostResult): boolean {
  return status === 'failed' && error?.code === 'outcome_unknown'
}

/** Whether a person said that it is public, and not the network. */
export function isMarkedByHand({ status, attempts }: PostResult): boolean {
  const sent = attempts.find(
    ({ stage, part, outcome }) => stage === 'send' && part === 0 && outcome === 'published',
  )
  // A look that finds it after a person's answer is the network's word again.
  const last = sent?.notes.findLast(({ what }) => what === 'person_decided' || what === 'looked')
  return status === 'published' && last?.what === 'person_decided'
}
