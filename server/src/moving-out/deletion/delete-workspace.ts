import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { invalid, notFound } from '../../lib/problem.ts'
import { endPayments } from '../../payments/end-payments.ts'
import { requireNoOpenSubscription } from '../../payments/require-no-open-subscription.ts'
import { graceDays } from '../../workspaces/deleted.ts'
import { getWorkspace, type WorkspaceShown } from '../../workspaces/get-workspace.ts'
import { type ActingOwner, notifyOfDeletion } from './notify-of-deletion.ts'

export interface DeletionOrder {
  /** The name of the workspace, typed once more. */
  readonly name: string
  /** Without the days in which it could be restored. */
  readonly at_once?: boolean
}

/**
 * Deletes a workspace: nothing of it is published any more, its keys stop, and its open connect links and Checkout end. Its data go for
 * good a week later, and until then it can be restored. One that is deleted already may still be deleted at once.
 * The server's own part of the audit log keeps who did it, and the owners are told by mail.
 * @throws Problem 404, 409 `subscription_runs`, 422 `name_differs`
 */
export async function deleteWorkspace(
  tx: Queryable,
  context: Pick<Context, 'config' | 'sealer'>,
  owner: ActingOwner,
  { name, at_once: atOnce = false }: DeletionOrder,
): Promise<WorkspaceShown> {
  const { workspaceId } = owner
  const found = await tx.row<{ name: string; purge_at: Date | null }>(
    sql`select name, purge_at from workspaces where id = ${workspaceId} for no key update`,
  )
  if (!found) throw notFound('workspace')
  if (name.trim() !== found.name) {
    const detail = `The workspace is called "${found.name}". Type exactly that to delete it.`
    throw invalid([{ pointer: '/name', code: 'name_differs', detail }])
  }
  await requireNoOpenSubscription(tx, context, workspaceId)
  const days = atOnce ? 0 : graceDays
  const deleted = await tx.row<{ purge_at: Date }>(sql`
    update workspaces set purge_at = least(purge_at, clock_timestamp() + ${days} * interval '1 day')
    where id = ${workspaceId} returning purge_at`)
  // People who are no members may connect an account with the address of one.
  await tx.run(sql`delete from connect_attempts where workspace_id = ${workspaceId}`)
  await tx.run(sql`delete from connect_links where workspace_id = ${workspaceId}`)
  await endPayments(tx, workspaceId)
  // Deleting it once more changes nothing, unless its days of grace end by that.
  if (atOnce || found.purge_at === null) {
    const until = atOnce ? null : (deleted?.purge_at ?? null)
    await notifyOfDeletion(tx, context, owner, { name: found.name, until })
  }
  return getWorkspace(tx, workspaceId)
}
