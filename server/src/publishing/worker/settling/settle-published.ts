import type { PublishedPost } from '../../../connectors/connector.ts'
import { isDatabaseAway, type Queryable, sql } from '../../../db/database.ts'
import { batchPer } from '../../../lib/concurrency/batch.ts'
import { publishMany } from '../../move-many.ts'
import type { Work } from '../claiming/load-work.ts'
import type { CommitRow } from '../records/commit-record.ts'
import type { WorkerContext } from '../worker-context.ts'

/** A send that the network answered with the id of the post, as nearly every send ends. */
interface Published {
  readonly work: Work
  readonly commit: CommitRow
  readonly post: PublishedPost
}

/**
 * W6a for many at once. Answers false for a target that must be settled in a transaction of its own: somebody else has
 * locked it or its post, or its claim is lost.
 */
export const settlePublished = batchPer<WorkerContext, Published, boolean>(
  { most: 100, lanes: 1 },
  async ({ db }, settling) => {
    try {
      const settled = settling.every(({ work }) => work.seen.isOnlyTarget)
        ? await writePublications(db, settling)
        : await db.transaction(async (tx) => writePublications(tx, await lockPosts(tx, settling)))
      return settling.map(({ commit }) => settled.has(commit.id))
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      return settling.map(() => false)
    }
  },
)

/** Locks the posts that have other targets too. Answers all but those whose post somebody else has locked. */
async function lockPosts(tx: Queryable, settling: readonly Published[]): Promise<Published[]> {
  const wanted = settling
    .filter(({ work }) => !work.seen.isOnlyTarget)
    .map(({ work }) => ({ workspace_id: work.seen.workspaceId, post_id: work.seen.postId, id: work.seen.id }))
  const rows = await tx.rows<{ id: string }>(sql`
    select r.id from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as r(workspace_id uuid, post_id uuid, id uuid)
      join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
    for no key update of p skip locked`)
  const locked = new Set(rows.map(({ id }) => id))
  return settling.filter(({ work }) => work.seen.isOnlyTarget || locked.has(work.seen.id))
}

async function writePublications(
  db: Queryable,
  settling: readonly Published[],
): Promise<ReadonlySet<string>> {
  if (settling.length === 0) return new Set()
  return publishMany(
    db,
    settling.map(({ work, commit, post }) => ({
      seen: work.seen,
      commitId: commit.id,
      remoteId: post.remoteId,
      url: post.url,
      reference: post.reference,
      exchange: commit.exchange,
    })),
  )
}
