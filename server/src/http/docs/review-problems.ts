import type { Explained } from '../../publishing/error-catalog.ts'
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

/** The codes of what is wrong with a new review link. */
export const reviewFields: Readonly<Record<string, Explained>> = {
  nothing_waits: {
    cause: 'The link was to show the posts that wait for approval, and none does.',
    cure: 'Name posts, or use a filter.',
  },
  one_choice: {
    cause: 'The request says in no way which posts the link shows, or in several.',
    cure: 'Send one of posts, waiting and filter.',
  },
  out_of_range: {
    cause: 'The end of a filter is not after its beginning, or a time is more than ten years away.',
    cure: 'Send other times, or leave them out.',
  },
  post_not_found: {
    cause: 'There is no post with this id in this workspace and mode.',
    cure: 'Use an id from GET /v1/posts.',
  },
}
