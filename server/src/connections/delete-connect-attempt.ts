import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'

/** Forgets an attempt with its secrets: nothing is connected by it any more. Accounts that it connected stay. @throws Problem 404 */
export async function deleteConnectAttempt(call: CallContext, id: string): Promise<void> {
  const deleted = await call.db.run(sql`
    delete from connect_attempts
    where workspace_id = ${call.workspaceId} and mode = ${call.mode} and id = ${id}`)
  if (deleted === 0) throw notFound('connect attempt')
}
