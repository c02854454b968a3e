import type { PublishedPost } from '../../connectors/connector.ts'
import { isDatabaseAway, type Queryable, sql } from '../../db/database.ts'
import { batchPer } from '../../lib/batch.ts'
import { moveTargets } from '../move.ts'
import type { CommitRow, Work } from './load-work.ts'
import type { WorkerContext } from './worker-context.ts'

/** What nearly every send comes to: the network answered with the id of the post. */
interface Published {
  readonly work: Work
  readonly commit: CommitRow
  readonly post: PublishedPost
}

/**
 * W6a for many at once. Answers false for one that is to be settled in a transaction of its own: somebody else has locked
 * it or its post, or its claim is lost.
 */
export const settlePublished = batchPer<WorkerContext, Published, boolean>(
  { most: 100, lanes: 1 },
  async ({ db }, settling) => {
    try {
      const settled = settling.every(({ work }) => work.seen.isOnlyTarget)
        ? await write(db, settling)
        : await db.transaction(async (tx) => write(tx, await lockPosts(tx, settling)))
      return settling.map(({ work }) => settled.has(work.seen.id))
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      return settling.map(() => false)
    }
  },
)

/** Those that have a post to themselves, and those whose post nobody else has locked. */
async function lockPosts(tx: Queryable, settling: readonly Published[]): Promise<Published[]> {
  const wanted = settling
    .filter(({ work }) => !work.seen.isOnlyTarget)
    .map(({ work }) => ({ workspace_id: work.seen.workspaceId, post_id: work.seen.postId, id: work.seen.id }))
  const rows = await tx.rows<{ id: string }>(sql`
    select r.id from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as r(workspace_id uuid, post_id uuid, id uuid)
      join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
    for no key update of p skip locked`)
  const held = new Set(rows.map(({ id }) => id))
  return settling.filter(({ work }) => work.seen.isOnlyTarget || held.has(work.seen.id))
}

async function write(db: Queryable, settling: readonly Published[]): Promise<Set<string>> {
  if (settling.length === 0) return new Set()
  const rows = await moveTargets<{ id: string }>(db, {
    step: 'publish',
    moves: settling.map(({ work, commit, post }) => ({
      seen: work.seen,
      values: {
        commit_id: commit.id,
        remote_id: post.remoteId,
        remote_url: post.url,
        remote_reference: post.reference,
      },
    })),
    columns: { commit_id: 'uuid', remote_id: 'text', remote_url: 'text', remote_reference: 'jsonb' },
    changes: {},
    set: [
      sql`remote_id = m.remote_id`,
      sql`remote_url = m.remote_url`,
      sql`remote_reference = m.remote_reference`,
      sql`published_at = clock_timestamp()`,
      sql`error = null`,
      sql`tries = 0`,
    ],
    along: sql`, closed as (
      update commits c set outcome = 'ok', ref = m.remote_id, error = null, settled_at = clock_timestamp()
      from moved m where c.workspace_id = m.workspace_id and c.id = m.given_commit_id
    )`,
    answer: sql`id from moved`,
  })
  return new Set(rows.map(({ id }) => id))
}
