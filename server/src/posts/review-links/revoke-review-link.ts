import { requireScope } from '../../callers/authorize.ts'
import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { loadReviewLink } from './review-link-row.ts'

/**
 * Ends a review link for good, at once. Its decisions stay. A person who may write and not publish ends only their own.
 * @throws Problem 403 `scope_missing`, 404
 */
export async function revokeReviewLink(call: CallContext, id: string): Promise<void> {
  const { db, workspaceId, caller } = call
  const link = await loadReviewLink(call, id)
  if (link.user_id !== caller.userId)
    requireScope(caller, 'publish', 'may revoke only the review links of its own person')
  await db.run(sql`
    update review_links set revoked_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${id} and revoked_at is null`)
}
