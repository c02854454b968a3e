import type { FieldProblem } from '../../lib/problem.ts'
import { openZone, type Zone } from '../../lib/zone/zone.ts'
import { unknownZone } from '../../queue/slot-input.ts'
import type { NewPostBody } from '../post-body.ts'
import type { IsNew } from './plan-times.ts'

type QueueWanted = Pick<NewPostBody, 'use_queue' | 'scheduled_at' | 'is_draft'>

/** Whether a request wants its post to get a slot of the queue. */
export function usesQueue({ use_queue, scheduled_at, is_draft }: QueueWanted): boolean {
  return Boolean(use_queue) && !scheduled_at && !is_draft
}

/** The zone that a request gives to the slots without one of their own; null where it gives none. */
export function zoneOfQueue({ use_queue }: Pick<NewPostBody, 'use_queue'>): Zone | null {
  const name = typeof use_queue === 'object' ? use_queue?.timezone : undefined
  return name === undefined ? null : openZone(name)
}

/** The faults of `use_queue`, and the warnings where it has no effect. */
export function checkQueue(
  { use_queue, scheduled_at, is_draft }: QueueWanted,
  isNew: IsNew,
): { readonly problems: readonly FieldProblem[]; readonly warnings: readonly FieldProblem[] } {
  if (!use_queue) return { problems: [], warnings: [] }
  const name = use_queue === true ? undefined : use_queue.timezone
  const problems = name === undefined || openZone(name) ? [] : [unknownZone('/use_queue/timezone', name)]
  if (scheduled_at && isNew('/scheduled_at')) {
    return {
      problems,
      warnings: [unused('scheduled_at says when the post is published, so use_queue has no effect.')],
    }
  }
  if (is_draft) {
    return {
      problems,
      warnings: [unused('A draft takes no slot. Send use_queue again when you publish it.')],
    }
  }
  return { problems, warnings: [] }
}

function unused(detail: string): FieldProblem {
  return { pointer: '/use_queue', code: 'queue_unused', detail }
}
