import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { deletePost } from '../posts/delete-post.ts'
import type { RequestedColumns } from '../posts/post-row.ts'
import type { PostStatus } from '../posts/post-schema.ts'
import { postStatus } from '../publishing/post-status.ts'
import { digestOf, type Occurrence } from './occurrence.ts'

/** A time to come that has a post, or had one. */
export interface ComingPost extends Occurrence {
  /** Whether the post waits: it is not deleted, canceled or made a draft, and not going out. */
  readonly isThere: boolean
  /** Whether it waits as it was made, so that it may be changed with its recurrence. */
  readonly isFree: boolean
}

interface ComingRow extends RequestedColumns {
  readonly at: Date
  readonly day: string
  readonly turn: number
  readonly post_id: string
  readonly digest: Buffer
  readonly is_deleted: boolean
  readonly status: PostStatus
}

/** Statuses of posts that wait as they were made, for their time or for an approval. */
const waiting: readonly PostStatus[] = ['scheduled', 'held']

/**
 * The times to come of a locked recurrence that have their post, in order, with the posts locked. A post that somebody moved
 * to a later time stands at the time for which it was made.
 */
export async function readComing(call: CallContext, recurrenceId: string, now: Date): Promise<ComingPost[]> {
  const { db, workspaceId } = call
  await db.run(sql`
    select from posts p join recurrence_occurrences o on o.workspace_id = p.workspace_id and o.post_id = p.id
    where o.workspace_id = ${workspaceId} and o.recurrence_id = ${recurrenceId} and o.at > ${now}
    order by p.id for no key update of p`)
  const rows = await db.rows<ComingRow>(sql`
    select o.at, o.day::text as day, o.turn, o.post_id, o.digest, p.deleted_at is not null as is_deleted,
      ${postStatus('p')} as status, p.caption, p.media, p.account_ids, p.scheduled_at, p.is_draft, p.platform_configurations,
      p.account_configurations, p.external_id, p.metadata, p.tags, p.late_policy, p.processing_enabled
    from recurrence_occurrences o join posts p on p.workspace_id = o.workspace_id and p.id = o.post_id
    where o.workspace_id = ${workspaceId} and o.recurrence_id = ${recurrenceId} and o.at > ${now}
    order by o.at`)
  return rows.map((row) => {
    const isThere = !row.is_deleted && waiting.includes(row.status)
    return {
      at: row.at.getTime(),
      day: row.day,
      turn: row.turn,
      postId: row.post_id,
      digest: row.digest,
      isThere,
      isFree: isThere && digestOf(row).equals(row.digest),
    }
  })
}

/** Deletes posts that wait, and answers those that it deleted: one that has begun to go out meanwhile stays. */
export async function removePosts<Post extends Pick<ComingPost, 'postId'>>(
  call: CallContext,
  posts: readonly Post[],
): Promise<Post[]> {
  const removed: Post[] = []
  for (const post of posts) {
    const isGone = await unlessUnderWay(() =>
      deletePost(call, post.postId, { unpublish: false, ifMatch: null }),
    )
    if (isGone !== null) removed.push(post)
  }
  return removed
}

const underWay = new Set(['already_processing', 'needs_review', 'already_settled', 'already_posted'])

/** The result of a change to a post; null where the post has begun to go out, and stays as it is. */
export async function unlessUnderWay<Result>(change: () => Promise<Result>): Promise<Result | null> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof Problem && error.status === 409 && underWay.has(error.code)) return null
    throw error
  }
}
