import type { Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import type { Membership } from '../people/members/require-member.ts'

/** Marks a notification as read; it is not mailed any more. Reading it twice changes nothing. @throws Problem 404 */
export async function markRead(
  tx: Queryable,
  { workspaceId, userId }: Membership,
  id: string,
): Promise<void> {
  const found = await tx.run(sql`
    update notifications set read_at = coalesce(read_at, clock_timestamp())
    where workspace_id = ${workspaceId} and user_id = ${userId} and id = ${id}`)
  if (found === 0) throw notFound('notification')
}

/**
 * Marks every notification of a member as read, or those up to a moment, so that one that came meanwhile stays unread.
 * Answers how many there were.
 */
export async function markAllRead(
  tx: Queryable,
  { workspaceId, userId }: Membership,
  { mode, until }: { readonly mode: Mode; readonly until: string | null },
): Promise<number> {
  return tx.run(sql`
    update notifications set read_at = clock_timestamp()
    where workspace_id = ${workspaceId} and user_id = ${userId} and mode = ${mode} and read_at is null
      and created_at <= coalesce(${until}::timestamptz + interval '1 millisecond', clock_timestamp())`)
}
