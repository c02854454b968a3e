import { type Queryable, sql } from '../db/database.ts'
import { isId, newId } from '../lib/id.ts'
import { Refusal } from './refusal.ts'
import { isPublic } from './stored-posts.ts'
import { networkLimits, type Submission } from './submission.ts'

export interface StoredPost {
  readonly id: string
  /** How long the post is processed before it is public. */
  readonly wait_ms: number
}

/** The place of a post in a thread. */
export interface ThreadPosition {
  readonly rootId: string
  readonly depth: number
}

/** Stores a post, public after `slowMs`. Its media and parent were checked before. */
export async function storePost(
  tx: Queryable,
  profileId: string,
  submission: Submission,
  how: { idempotencyKey: string | null; position: ThreadPosition | null; slowMs: number },
): Promise<StoredPost> {
  const id = newId()
  const { poll, sensitive, language, channel = null, cover = null, reference = null } = submission
  await tx.run(sql`
    insert into sandbox_posts (profile_id, id, idempotency_key, reply_to, root_id, depth, text, media, options, visible_at)
    values (${profileId}, ${id}, ${how.idempotencyKey}, ${submission.reply_to}, ${how.position?.rootId ?? id},
      ${how.position?.depth ?? 0}, ${submission.text}, ${JSON.stringify(submission.media)}::jsonb,
      ${JSON.stringify({ poll, sensitive, language, channel, cover, reference })}::jsonb,
      clock_timestamp() + ${how.slowMs}::int * interval '1 ms')`)
  return { id, wait_ms: how.slowMs }
}

/**
 * Reads how long the media of a post are still processed; 0 if they are ready.
 * @throws Refusal 422 if one is missing, or if they cannot be combined.
 */
export async function waitForMedia(
  tx: Queryable,
  profileId: string,
  { media, cover = null }: Submission,
): Promise<number> {
  const named = [...media.map(({ id }) => id), ...(cover === null ? [] : [cover])]
  if (named.length === 0) return 0
  const rows = await tx.rows<{ id: string; kind: string; wait_ms: number }>(sql`
    select id, kind, greatest(0, ceil(extract(epoch from ready_at - clock_timestamp()) * 1000))::int as wait_ms
    from sandbox_media where profile_id = ${profileId} and id = any(${named.filter(isId)}::uuid[])`)
  const found = media.flatMap(({ id }) => rows.find((row) => row.id === id) ?? [])
  if (found.length < media.length)
    throw new Refusal(422, 'media_not_found', 'A medium of this post is not there.')
  if (found.length > 1 && found.some(({ kind }) => kind !== 'image')) {
    throw new Refusal(422, 'media_mixed', 'A video or a moving picture stands alone.')
  }
  if (cover !== null && rows.find(({ id }) => id === cover)?.kind !== 'image')
    throw new Refusal(422, 'cover_invalid', 'The cover of this post is not there, or is no picture.')
  return Math.max(...rows.map(({ wait_ms }) => wait_ms))
}

/** @throws Refusal 422 if the parent does not exist or the thread is full. */
export async function findPosition(
  tx: Queryable,
  profileId: string,
  replyTo: string | null,
): Promise<ThreadPosition | null> {
  if (replyTo === null) return null
  const parent = isId(replyTo)
    ? await tx.row<{ root_id: string; depth: number }>(sql`
        select root_id, depth from sandbox_posts
        where profile_id = ${profileId} and id = ${replyTo} and ${isPublic}`)
    : null
  if (!parent) throw new Refusal(422, 'reply_to_not_found', 'The post this one answers to is not there.')
  // A comment may still follow the last post of a full thread.
  if (parent.depth >= networkLimits.thread)
    throw new Refusal(422, 'thread_too_long', 'A thread has at most 25 posts.')
  return { rootId: parent.root_id, depth: parent.depth + 1 }
}
