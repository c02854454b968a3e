import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import type { Membership } from '../../people/members/require-member.ts'

/** Somebody who has a post open. */
export interface Present {
  readonly user_id: string
  /** Their name, or their address where they gave none. */
  readonly name: string
}

// A page says every ten seconds that it is open; one that says nothing three times is taken for closed.
const heldForSeconds = 30

/**
 * Notes that a person has a post open, and answers with the others who have, in the order of their names.
 * It holds for 30 seconds unless it is said again.
 * @throws Problem 404 where the workspace has no such post
 */
export async function notePresence(
  db: Queryable,
  { workspaceId, userId }: Pick<Membership, 'workspaceId' | 'userId'>,
  postId: string,
): Promise<Present[]> {
  const noted = await db.run(sql`
    insert into presences (workspace_id, post_id, user_id, seen_at)
    select p.workspace_id, p.id, ${userId}, clock_timestamp() from posts p
    where p.workspace_id = ${workspaceId} and p.id = ${postId} and p.deleted_at is null
    on conflict (workspace_id, post_id, user_id) do update set seen_at = excluded.seen_at`)
  if (noted === 0) throw notFound('post')
  return db.rows<Present>(sql`
    select u.id user_id, coalesce(nullif(u.name, ''), u.email) name
    from presences r
      join memberships m on m.workspace_id = r.workspace_id and m.user_id = r.user_id
      join users u on u.id = r.user_id
    where r.workspace_id = ${workspaceId} and r.post_id = ${postId} and r.user_id <> ${userId} and ${isHeld}
    order by name, user_id`)
}

/**
 * Forgets at once that a person has a post open, which may have been deleted meanwhile. A second page of theirs says so again.
 * @throws Problem 404 where the workspace never had such a post
 */
export async function endPresence(
  db: Queryable,
  { workspaceId, userId }: Pick<Membership, 'workspaceId' | 'userId'>,
  postId: string,
): Promise<void> {
  const known = await db.row(sql`select from posts where workspace_id = ${workspaceId} and id = ${postId}`)
  if (!known) throw notFound('post')
  await db.run(sql`
    delete from presences where workspace_id = ${workspaceId} and post_id = ${postId} and user_id = ${userId}`)
}

/** Deletes what holds no longer. */
export async function sweepPresences(db: Queryable): Promise<void> {
  await db.run(sql`delete from presences r where not ${isHeld}`)
}

const isHeld: Sql = sql`(r.seen_at > clock_timestamp() - make_interval(secs => ${heldForSeconds}))`
