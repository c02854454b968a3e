import { type Queryable, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { releaseHeld } from '../../publishing/person/hold-targets.ts'
import { getWorkspace, type WorkspaceShown } from '../../workspaces/get-workspace.ts'

/**
 * Takes back the deletion of a workspace. Posts that came due meanwhile go out, or ask if their time was missed.
 * @throws Problem 409 `not_deleted`
 */
export async function restoreWorkspace(
  tx: Queryable,
  workspaceId: string,
  prepareLeadMs: number,
): Promise<WorkspaceShown> {
  const restored = await tx.run(sql`
    update workspaces set purge_at = null
    where id = ${workspaceId} and purge_at > clock_timestamp() and purge_began_at is null`)
  if (restored === 0)
    throw new Problem(409, 'not_deleted', 'This workspace was not deleted, so there is nothing to restore.')
  await releaseHeld(tx, { workspaceId, isUnpaused: true }, ['paused'], prepareLeadMs)
  return getWorkspace(tx, workspaceId)
}
