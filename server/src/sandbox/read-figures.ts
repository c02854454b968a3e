import { type Queryable, sql } from '../db/database.ts'
import { isId } from '../lib/id.ts'
import { isPublic } from './stored-posts.ts'

/** How a post is doing on the network. */
export interface Figures {
  readonly id: string
  readonly views: number
  readonly likes: number
  readonly comments: number
}

/**
 * Reads the figures of public posts; a post that is not there is left out. Each post draws an audience of its own, which
 * sees it within a day; one in twelve likes it. The clock of test data makes posts older. Comments are the posts that answer it.
 */
export async function readFigures(
  db: Queryable,
  profileId: string,
  ids: readonly string[],
): Promise<Figures[]> {
  return db.rows<Figures>(sql`
    with doing as (
      select p.id, 20 + (('x' || right(p.id::text, 3))::bit(12)::int) as audience,
        least(1, extract(epoch from clock_timestamp() - p.created_at + p.aged) / 86400) as seen_by,
        (select count(*)::int from sandbox_posts c
          where c.profile_id = p.profile_id and c.reply_to = p.id and c.visible_at <= clock_timestamp()
            and c.deleted_at is null) as comments
      from sandbox_posts p
      where p.profile_id = ${profileId} and p.id = any(${ids.filter(isId)}::uuid[]) and ${isPublic}
    )
    select id, floor(audience * seen_by)::int as views, floor(audience * seen_by / 12)::int as likes, comments from doing`)
}
