import { type Queryable, sql } from '../db/database.ts'
import type { SandboxProfile } from './profile.ts'
import { Refusal } from './refusal.ts'

/** A public post, as its own profile may read it. */
export interface OwnPost {
  readonly id: string
  readonly text: string
  readonly reply_to: string | null
  readonly media: readonly { readonly id: string; readonly alt_text: string }[]
  readonly created_at: Date
}

const columns = sql`id, text, reply_to, media, created_at`

/** Whether a post is there for everybody. */
export const isPublic = sql`(visible_at <= clock_timestamp() and deleted_at is null)`

/** Reads the newest hundred public posts since a time, newest first. @throws Refusal 403 if the class does not allow reading. */
export function listPosts(db: Queryable, profile: SandboxProfile, since: Date): Promise<OwnPost[]> {
  if (profile.network_class !== 'list' && profile.network_class !== 'expiring_key') {
    throw new Refusal(403, 'not_readable', 'Posts of this profile cannot be listed.')
  }
  return db.rows<OwnPost>(sql`
    select ${columns} from sandbox_posts
    where profile_id = ${profile.id} and created_at >= ${since} and ${isPublic}
    order by created_at desc, id desc limit 100`)
}

/** Reads the post of a key, on networks whose keys live for ever. @throws Refusal 403, 404 */
export async function readPostByKey(db: Queryable, profile: SandboxProfile, key: string): Promise<OwnPost> {
  if (profile.network_class !== 'key')
    throw new Refusal(403, 'not_readable', 'Posts are not found by key here.')
  const post = await db.row<OwnPost>(sql`
    select ${columns} from sandbox_posts
    where profile_id = ${profile.id} and idempotency_key = ${key} and ${isPublic}`)
  if (!post) throw new Refusal(404, 'post_not_found', 'There is no public post of this key.')
  return post
}

/** Reads how long an accepted post is still processed; 0 once it is public. @throws Refusal 404 */
export async function readWait(db: Queryable, profile: SandboxProfile, postId: string): Promise<number> {
  const post = await db.row<{ wait_ms: number }>(sql`
    select greatest(0, ceil(extract(epoch from visible_at - clock_timestamp()) * 1000))::int as wait_ms
    from sandbox_posts where profile_id = ${profile.id} and id = ${postId} and deleted_at is null`)
  if (!post) throw new Refusal(404, 'post_not_found', 'There is no such post.')
  return post.wait_ms
}
