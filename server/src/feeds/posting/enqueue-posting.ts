import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/database.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { JobRun } from '../../jobs/job.ts'
import { postDueItems } from './post-due-items.ts'

const name = 'post-feed-items'
const longestMs = 60_000

/** Makes posts of due items soon. Without it, the chore that looks at feeds does so a little later. */
export function enqueuePosting(tx: Queryable): Promise<void> {
  return enqueue(tx, { task: name, key: name, payload: {} })
}

/** Makes posts of all items that are due. */
export const postFeedItemsTask = {
  name,
  run: (context: Context, { signal }: Pick<JobRun, 'signal'>): Promise<void> =>
    postDueItems(context, signal, performance.now() + longestMs),
}
