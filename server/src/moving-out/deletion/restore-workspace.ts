import { type Queryable, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { releaseHeld } from '../../publishing/person/held-targets.ts'
import { getWorkspace, type WorkspaceShown } from '../../workspaces/get-workspace.ts'
import { type ActingOwner, recordOfServer } from './notify-of-deletion.ts'

/**
 * Takes back the deletion of a workspace. Posts that came due meanwhile go out, or ask if their time was missed.
 * @throws Problem 409 `not_deleted`
 */
export async function restoreWorkspace(
  tx: Queryable,
  owner: ActingOwner,
  prepareLeadMs: number,
): Promise<WorkspaceShown> {
  const { workspaceId } = owner
  const restored = await tx.row<{ name: string }>(sql`
    update workspaces set purge_at = null
    where id = ${workspaceId} and purge_at > clock_timestamp() and purge_began_at is null
    returning name`)
  if (restored === null)
    throw new Problem(409, 'not_deleted', 'This workspace was not deleted, so there is nothing to restore.')
  await recordOfServer(tx, 'workspace.restore', owner, restored)
  await releaseHeld(tx, { workspaceId, isUnpaused: true }, ['paused'], prepareLeadMs)
  return getWorkspace(tx, workspaceId)
}
