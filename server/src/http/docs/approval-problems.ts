import type { ProblemEntry } from './problem-entry.ts'

/** The problems of posts that need approval. */
export const approvalProblems: Readonly<Record<string, ProblemEntry>> = {
  approval_required: {
    status: 409,
    cause: 'The post waits for approval, so nothing of it is sent.',
    cure: 'Approve the post first (POST /v1/posts/{id}/approve), then repeat this.',
  },
  not_a_draft: {
    status: 409,
    cause: 'Only a draft can be submitted for approval.',
    cure: 'Make the post a draft again with {"is_draft": true}, if it has not begun to go out.',
  },
  not_waiting: {
    status: 409,
    cause: 'The post does not wait for approval: somebody has decided already, or it never needed one.',
    cure: 'Look at the approval of the post.',
  },
  own_post: {
    status: 409,
    cause: 'In this workspace every post needs another person’s approval, and you asked for this one.',
    cure: 'Ask another editor to approve it.',
  },
  scheduled_at_in_past: {
    status: 409,
    cause: 'The time of the post has passed while it waited for approval. `accounts` names those concerned.',
    cure: 'Approve it with {"publish_now": true}, or with a new scheduled_at.',
  },
  version_changed: {
    status: 409,
    cause:
      'The content of the post has changed since you looked at it. `version` names the version it has now.',
    cure: 'Read the post again, then decide.',
  },
}
