import type { ProblemEntry } from './problem-entry.ts'

/** The problems of posts whose clients name the id. */
export const ownIdProblems: Readonly<Record<string, ProblemEntry>> = {
  id_taken: {
    status: 409,
    cause: 'Another request has made a post with this id, or Crier itself has.',
    cure: 'Change that post with PATCH, or generate another UUID of version 7 for a new one.',
  },
  post_deleted: {
    status: 409,
    cause: 'The post with this id was deleted. Its id makes no other post, ever.',
    cure: 'Generate another UUID of version 7 if the post is wanted after all.',
  },
}
