import { type Queryable, sql } from '../../db/database.ts'

/**
 * Lets changes of the members of a workspace happen one after the other. Without it, two changes by one owner end in a
 * deadlock: each holds the owner's row so that it stays, and then wants to change it.
 */
export async function lockMembers(tx: Queryable, workspaceId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`members ${workspaceId}`}, 0))`)
}
