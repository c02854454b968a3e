import type { ProblemEntry } from './problem-entry.ts'

/** The problems of the queue, and of times that are moved together. */
export const queueProblems: Readonly<Record<string, ProblemEntry>> = {
  cannot_undo: {
    status: 409,
    cause: 'The change of the time zone was undone, is older than a day, or was followed by another.',
    cure: 'Change the time zone again.',
  },
  nothing_to_retry: {
    status: 409,
    cause: 'The post has no failed result that may be tried again. `results` says why of each.',
    cure: 'Look at the results. Duplicate the post to publish it anew.',
  },
  too_many_planned: {
    status: 409,
    cause: 'More than 10,000 posts are planned, too many to be moved in one change.',
    cure: 'Keep their moments, or delete planned posts that nobody needs.',
  },
  too_many_recurrences: {
    status: 409,
    cause: 'There are 200 recurrences, which is the most.',
    cure: 'Delete one first.',
  },
  too_many_slots: {
    status: 409,
    cause: 'The queue has 200 slots, which is the most.',
    cure: 'Delete a slot, or give one slot several weekdays.',
  },
}
