import type { Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'

/** A queue: each workspace has one for each mode. */
export interface QueuePlace {
  readonly db: Queryable
  readonly workspaceId: string
  readonly mode: Mode
}

/**
 * Locks a queue until this transaction ends. One that looks for a free slot holds it until its post is stored: another
 * would see the same slot free. It is taken before the locks of posts.
 */
export async function lockQueue({ db, workspaceId, mode }: QueuePlace): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`queue ${mode} ${workspaceId}`}, 0))`)
}
