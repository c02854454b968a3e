import type { CallContext } from '../../context.ts'
import { type Sql, sql } from '../../db/database.ts'
import { withStatus } from '../post-document.ts'
import type { PostStatus } from '../post-schema.ts'

/** A post that uses a medium. */
export interface Use {
  readonly id: string
  readonly status: PostStatus
}

/** The posts that use a medium, and their number. */
export interface Uses {
  readonly total: number
  /** The newest of them. */
  readonly posts: Use[]
}

/** An answer names no more posts than that. */
const mostListed = 20

/** Lists the posts that use a medium anywhere in them, drafts too, newest first. `only` narrows them, as a condition for `s`. */
export async function listUses(
  { db, workspaceId }: CallContext,
  mediumId: string,
  only: Sql = sql`true`,
): Promise<Uses> {
  const rows = await db.rows<Use & { total: number }>(sql`
    select p.id, s.status, count(*) over () as total
    from post_media u join posts p on p.workspace_id = u.workspace_id and p.id = u.post_id ${withStatus}
    where u.workspace_id = ${workspaceId} and u.media_id = ${mediumId} and p.deleted_at is null and ${only}
    order by p.created_at desc, p.id desc limit ${mostListed}`)
  return { total: rows[0]?.total ?? 0, posts: rows.map(({ id, status }) => ({ id, status })) }
}
