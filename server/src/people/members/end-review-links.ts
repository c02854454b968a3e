import { type Queryable, sql } from '../../db/database.ts'

/** Ends the review links that a person has made in a workspace, or in all, for good: who comes back makes new ones. */
export async function endReviewLinks(
  tx: Queryable,
  userId: string,
  workspaceId: string | null,
): Promise<void> {
  const isThere = workspaceId === null ? sql`true` : sql`workspace_id = ${workspaceId}`
  await tx.run(sql`
    update review_links set revoked_at = clock_timestamp()
    where user_id = ${userId} and ${isThere} and revoked_at is null`)
}
