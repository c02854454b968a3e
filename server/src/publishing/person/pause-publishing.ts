import { type Database, type Queryable, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { releaseHeld } from './held-targets.ts'

/** A platform, a workspace, a platform in a workspace, or with neither everything. */
export interface PauseRange {
  platform: string | null
  workspaceId: string | null
}

/** Lists the pauses, the oldest first. */
export function listPauses(db: Queryable): Promise<PauseRange[]> {
  return db.rows<PauseRange>(sql`select platform, workspace_id as "workspaceId" from pauses order by id`)
}

/**
 * Pauses publishing: after the COMMIT no send of that range begins. Targets that come due meanwhile are held; sends under
 * way go on. Pausing twice is pausing once.
 */
export async function pausePublishing(db: Queryable, range: PauseRange, reason: string): Promise<void> {
  await db.run(sql`
    insert into pauses (id, platform, workspace_id, reason)
    select ${newId()}, ${range.platform}, ${range.workspaceId}::uuid, ${reason}
    where not exists (select from pauses where platform is not distinct from ${range.platform}
      and workspace_id is not distinct from ${range.workspaceId}::uuid)`)
}

// The most targets that one transaction releases: a long pause may have held very many.
const batch = 200

/**
 * Ends a pause. The targets that it held are published, or need a review if they are too late, unless another pause still
 * holds them. Returns how many were released, or null if there was no such pause.
 */
export async function resumePublishing(
  db: Database,
  range: PauseRange,
  prepareLeadMs: number,
): Promise<number | null> {
  const ended = await db.run(sql`
    delete from pauses where platform is not distinct from ${range.platform}
      and workspace_id is not distinct from ${range.workspaceId}::uuid`)
  if (ended === 0) return null
  const held = {
    ...(range.platform === null ? {} : { platform: range.platform }),
    ...(range.workspaceId === null ? {} : { workspaceId: range.workspaceId }),
    isUnpaused: true as const,
    limit: batch,
  }
  for (let released = 0; ; ) {
    const some = await db.transaction((tx) => releaseHeld(tx, held, ['paused'], prepareLeadMs))
    released += some
    if (some < batch) return released
  }
}
