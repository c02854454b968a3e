import type { ProblemEntry } from './problem-entry.ts'

/** The problems of changing the text of a public post. */
export const editProblems: Readonly<Record<string, ProblemEntry>> = {
  cannot_edit: {
    status: 409,
    cause:
      'The network does not let the text of this post be changed, or Crier has no access to the account. Nothing was changed.',
    cure: 'Do as detail says: connect the account again, correct the post there by hand, or delete it and post it anew.',
  },
  edit_needs_approval: {
    status: 409,
    cause:
      'The posts of this caller need the approval of another person, and an edit would be public without it. Nothing was changed.',
    cure: 'Ask somebody who may publish without approval, or delete the post and post it anew.',
  },
  edit_under_way: {
    status: 409,
    cause:
      'Another edit of this result is under way. A result has one at a time, so that none overtakes another.',
    cure: 'Wait until edit.status is done or failed, or for the event, then ask again.',
  },
  not_published: {
    status: 409,
    cause: 'The result, or the part of it, is not public, so there is nothing to change at its network.',
    cure: 'Change the post itself with PATCH /v1/posts/{id} as long as it waits.',
  },
}
