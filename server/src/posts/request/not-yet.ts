import type { FieldProblem } from '../../lib/problem.ts'
import type { NewPostBody } from '../post-body.ts'
import type { IsNew } from './plan-times.ts'

/** The faults and warnings of fields that ask for powers which Crier does not have yet. */
interface NotYet {
  readonly problems: readonly FieldProblem[]
  readonly warnings: readonly FieldProblem[]
}

/** Refuses a request to use the queue, unless it says in another way what is meant. */
export function checkNotYet({ use_queue, scheduled_at }: NewPostBody, isNew: IsNew): NotYet {
  const pointer = '/use_queue'
  if (!use_queue) return { problems: [], warnings: [] }
  if (scheduled_at && isNew('/scheduled_at')) {
    const detail = 'scheduled_at says when the post is published, so use_queue has no effect.'
    return { problems: [], warnings: [{ pointer, code: 'queue_unused', detail }] }
  }
  const detail = 'Crier has no queue yet. Send scheduled_at with the time at which the post is published.'
  return { problems: [{ pointer, code: 'queue_unavailable', detail }], warnings: [] }
}
