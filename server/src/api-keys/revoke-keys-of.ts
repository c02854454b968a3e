import { type Queryable, sql } from '../db/database.ts'

/** Ends the keys that a person has made in a workspace, or in all, for good. Keys that the operator made for them stay. */
export async function revokeKeysOf(tx: Queryable, userId: string, workspaceId: string | null): Promise<void> {
  const isThere = workspaceId === null ? sql`true` : sql`workspace_id = ${workspaceId}`
  await tx.run(sql`
    update api_keys set revoked_at = clock_timestamp()
    where user_id = ${userId} and not by_operator and revoked_at is null and ${isThere}`)
}
