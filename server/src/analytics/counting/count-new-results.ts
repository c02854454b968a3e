import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { handleNewEvents, hasNews } from '../../webhooks/reading/handle-new-events.ts'
import type { StoredEvent } from '../../webhooks/reading/read-stretch.ts'
import { countOldResults, mayCountOldResults } from './count-old-results.ts'
import { countResults } from './count-results.ts'

const reader = {
  name: 'analytics',
  most: 500,
  concerns: sql`e.type in ('post_result.published', 'post_result.failed')`,
}
/** One run ends after so many transactions, and the next one goes on. */
const mostRounds = 100

/** When `countNewResults` has something to do. */
export const mayCountNewResults = sql`${hasNews(reader.name)} or ${mayCountOldResults}`

/**
 * Counts the results that have come to an end since the last time. It follows the events, so that publishing does nothing for
 * it and waits for nothing. Results from before its first run are counted page by page.
 */
export async function countNewResults({ db }: Pick<Context, 'db'>, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < mostRounds && !signal.aborted; round += 1)
    if ((await handleNewEvents(db, reader, countBatch)) < reader.most) break
  // The reader has begun, so a result that ends from now on has an event that it will read.
  await countOldResults(db, signal)
}

async function countBatch(tx: Queryable, events: readonly StoredEvent[]): Promise<void> {
  await countResults(
    tx,
    events.map(({ workspaceId, subjectId }) => ({ workspace_id: workspaceId, id: subjectId })),
  )
}
