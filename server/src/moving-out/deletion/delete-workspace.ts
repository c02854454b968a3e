import { type Queryable, sql } from '../../db/database.ts'
import { invalid, notFound } from '../../lib/problem.ts'
import { graceDays } from '../../workspaces/deleted.ts'
import { getWorkspace, type WorkspaceShown } from '../../workspaces/get-workspace.ts'

export interface DeletionOrder {
  /** The name of the workspace, typed once more. */
  readonly name: string
  /** Without the days in which it could be restored. */
  readonly at_once?: boolean
}

/**
 * Deletes a workspace: nothing of it is published any more, its keys stop, and its open connect links end. Its data go for
 * good a week later, and until then it can be restored. One that is deleted already may still be deleted at once.
 * @throws Problem 404, 422 `name_differs`
 */
export async function deleteWorkspace(
  tx: Queryable,
  workspaceId: string,
  { name, at_once: atOnce = false }: DeletionOrder,
): Promise<WorkspaceShown> {
  const found = await tx.row<{ name: string }>(
    sql`select name from workspaces where id = ${workspaceId} for no key update`,
  )
  if (!found) throw notFound('workspace')
  if (name.trim() !== found.name) {
    const detail = `The workspace is called "${found.name}". Type exactly that to delete it.`
    throw invalid([{ pointer: '/name', code: 'name_differs', detail }])
  }
  const days = atOnce ? 0 : graceDays
  await tx.run(sql`
    update workspaces set purge_at = least(purge_at, clock_timestamp() + ${days} * interval '1 day') where id = ${workspaceId}`)
  // People who are no members may connect an account with the address of one.
  await tx.run(sql`delete from connect_attempts where workspace_id = ${workspaceId}`)
  await tx.run(sql`delete from connect_links where workspace_id = ${workspaceId}`)
  return getWorkspace(tx, workspaceId)
}
