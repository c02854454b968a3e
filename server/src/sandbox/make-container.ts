import { type Database, type Queryable, sql } from '../db/database.ts'
import { isId, newId } from '../lib/id.ts'
import type { SandboxProfile } from './profile.ts'
import { Refusal } from './refusal.ts'
import { findPosition, waitForMedia } from './store-post.ts'
import type { Submission } from './submission.ts'

/** Makes an invisible container, which is published once by its id. @throws Refusal 422 */
export function makeContainer(
  db: Database,
  profile: SandboxProfile,
  submission: Submission,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const waitMs = await waitForMedia(tx, profile.id, submission)
    await findPosition(tx, profile.id, submission.reply_to)
    const id = newId()
    await tx.run(sql`
      insert into sandbox_containers (profile_id, id, submission, ready_at, expires_at)
      values (${profile.id}, ${id}, ${JSON.stringify(submission)}::jsonb,
        clock_timestamp() + ${waitMs}::int * interval '1 ms',
        clock_timestamp() + ${profile.lifetime_ms}::bigint * interval '1 ms')`)
    return { id }
  })
}

export interface Container {
  readonly status: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'EXPIRED' | 'ERROR'
  readonly submission: Submission
  readonly postId: string | null
  /** The code with which it was refused. */
  readonly refused: string | null
  readonly againInMs: number
}

/** @throws Refusal 404 */
export async function readContainer(db: Queryable, profileId: string, id: string): Promise<Container> {
  const row = isId(id) ? await findContainer(db, profileId, id) : null
  if (!row) throw new Refusal(404, 'container_not_found', 'There is no such container.')
  const { submission, post_id: postId, refused, wait_ms: againInMs } = row
  return { status: statusOf(row), submission, postId, refused, againInMs }
}

/** Takes a container for publishing. @throws Refusal 404, 409, 410 */
export async function openContainer(tx: Queryable, profileId: string, id: string): Promise<void> {
  const { status, postId } = await readContainer(tx, profileId, id)
  if (postId !== null) throw new Refusal(409, 'container_published', 'This container was published before.')
  if (status === 'EXPIRED') throw new Refusal(410, 'container_expired', 'This container is too old.')
  if (status !== 'FINISHED') throw new Refusal(409, 'container_not_ready', `This container is ${status}.`)
}

export async function closeContainer(
  tx: Queryable,
  profileId: string,
  id: string,
  postId: string,
): Promise<void> {
  await tx.run(
    sql`update sandbox_containers set post_id = ${postId} where profile_id = ${profileId} and id = ${id}`,
  )
}

export async function refuseContainer(
  tx: Queryable,
  profileId: string,
  id: string,
  code: string,
): Promise<void> {
  await tx.run(
    sql`update sandbox_containers set refused = ${code} where profile_id = ${profileId} and id = ${id}`,
  )
}

interface ContainerRow {
  submission: Submission
  post_id: string | null
  refused: string | null
  is_expired: boolean
  wait_ms: number
}

function findContainer(db: Queryable, profileId: string, id: string): Promise<ContainerRow | null> {
  return db.row<ContainerRow>(sql`
    select c.submission, c.post_id, c.refused, c.expires_at <= clock_timestamp() as is_expired,
      greatest(0, ceil(extract(epoch from coalesce(p.visible_at, c.ready_at) - clock_timestamp()) * 1000))::int as wait_ms
    from sandbox_containers c left join sandbox_posts p on p.profile_id = c.profile_id and p.id = c.post_id
    where c.profile_id = ${profileId} and c.id = ${id}`)
}

function statusOf({ post_id, refused, is_expired, wait_ms }: ContainerRow): Container['status'] {
  if (post_id !== null) return wait_ms > 0 ? 'IN_PROGRESS' : 'PUBLISHED'
  if (refused !== null) return 'ERROR'
  if (is_expired) return 'EXPIRED'
  return wait_ms > 0 ? 'IN_PROGRESS' : 'FINISHED'
}
