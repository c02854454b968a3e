import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'

/**
 * Revokes a link, and ends the sign-ins that were begun from it. Accounts that it connected stay. @throws Problem 404
 *
 * The attempts are deleted first and not by the foreign key: a sign-in that is being stored holds its attempt and then
 * takes its link, and so each of the two waits for the other in the order attempt, link.
 */
export async function deleteConnectLink(call: CallContext, id: string): Promise<void> {
  const { db, workspaceId, mode } = call
  await db.run(sql`
    delete from connect_attempts
    where workspace_id = ${workspaceId} and mode = ${mode} and link_id = ${id}`)
  const deleted = await db.run(sql`
    delete from connect_links where workspace_id = ${workspaceId} and mode = ${mode} and id = ${id}`)
  if (deleted === 0) throw notFound('connect link')
}
