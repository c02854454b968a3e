import type { ProblemEntry } from './problem-entry.ts'

/** The problems of review links. */
export const reviewProblems: Readonly<Record<string, ProblemEntry>> = {
  review_looks_only: {
    status: 403,
    cause:
      'The review link was made to look only, or its maker may not publish any more, so it decides nothing.',
    cure: 'Ask the team for a link that may decide.',
  },
  review_too_often: {
    status: 429,
    cause:
      'A review link was used more than 120 times within a minute, or too many links that do not exist were asked for from one network address.',
    cure: 'Wait as long as Retry-After says.',
  },
  too_many_review_links: {
    status: 409,
    cause: 'The workspace has 500 open review links, which is as many as it may have.',
    cure: 'Revoke one that nobody needs.',
  },
}
