import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'

/** How many notes of some posts are open, by the ids of those that have any. */
export async function countOpenNotes(
  { db, workspaceId }: CallContext,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (postIds.length === 0) return new Map()
  const rows = await db.rows<{ post_id: string; open: number }>(sql`
    select post_id, count(*)::int as open from post_notes
    where workspace_id = ${workspaceId} and post_id = any(${postIds}::uuid[]) and resolved_at is null group by post_id`)
  return new Map(rows.map(({ post_id, open }) => [post_id, open]))
}
