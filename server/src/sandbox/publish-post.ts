import { type Database, type Queryable, sql } from '../db/database.ts'
import { admitCommit } from './admit-commit.ts'
import { closeContainer, openContainer, refuseContainer } from './make-container.ts'
import type { TokenHolder } from './open-profile.ts'
import { Refusal } from './refusal.ts'
import { spendBehavior } from './spend-behavior.ts'
import { findPosition, type StoredPost, storePost, waitForMedia } from './store-post.ts'
import type { Submission } from './submission.ts'

/** The content of a commit, and its protection against a second post. */
export interface Commit {
  readonly holder: TokenHolder
  readonly submission: Submission
  readonly idempotencyKey: string | null
  readonly containerId: string | null
}

/** The answer to a commit. */
export type Outcome =
  | { readonly kind: 'published' | 'accepted'; readonly postId: string; readonly againInMs: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The connection is destroyed. */
  | { readonly kind: 'dropped' }
  /** It is kept open for nothing. */
  | { readonly kind: 'hung' }
  /** 500. */
  | { readonly kind: 'broken' }

/**
 * Handles the one request that makes a post public. Its effect and the record of its arrival are one transaction. Commits of
 * one profile run one after the other.
 */
export async function publishPost(db: Database, commit: Commit): Promise<Outcome> {
  const profileId = commit.holder.profile.id
  const arrived = await db.row<{ at: string }>(sql`select clock_timestamp()::text as at`)
  return db.transaction(async (tx) => {
    await tx.run(sql`select 1 from sandbox_profiles where id = ${profileId} for update`)
    const { outcome, postId } = await decide(tx, commit)
    await tx.run(sql`
      insert into sandbox_arrivals (profile_id, arrived_at, idempotency_key, container_id, text, reference, post_id,
        answer)
      values (${profileId}, ${arrived?.at ?? null}::timestamptz, ${commit.idempotencyKey}, ${commit.containerId},
        ${commit.submission.text}, ${commit.submission.reference ?? null}, ${postId}, ${describeOutcome(outcome)})`)
    return outcome
  })
}

interface Decided {
  readonly outcome: Outcome
  readonly postId: string | null
}

async function decide(tx: Queryable, commit: Commit): Promise<Decided> {
  try {
    if ((await admitCommit(tx, commit.holder)) === 'drop')
      return { outcome: { kind: 'dropped' }, postId: null }
    const known = await findByKey(tx, commit)
    return await (known ? answer(tx, commit, known) : makePost(tx, commit))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { outcome: { kind: 'refused', refusal: error }, postId: null }
  }
}

/** Finds the earlier post of the key, on networks that keep keys, while the key lives. */
async function findByKey(
  tx: Queryable,
  { holder, submission, idempotencyKey }: Commit,
): Promise<StoredPost | null> {
  const { id, network_class, lifetime_ms } = holder.profile
  if (idempotencyKey === null) return null
  const livesMs = network_class === 'key' ? null : lifetime_ms
  const known = await tx.row<StoredPost & { text: string }>(sql`
    select id, coalesce(first_text, text) as text, greatest(0, ceil(extract(epoch from visible_at - clock_timestamp()) * 1000))::int as wait_ms
    from sandbox_posts
    where profile_id = ${id} and idempotency_key = ${idempotencyKey}
      and (${livesMs}::bigint is null or created_at > clock_timestamp() - ${livesMs}::bigint * interval '1 ms')
    order by created_at desc limit 1`)
  if (known && known.text !== submission.text)
    throw new Refusal(409, 'key_used', 'This key belongs to another post.')
  return known
}

async function makePost(tx: Queryable, commit: Commit): Promise<Decided> {
  const { submission, containerId, idempotencyKey, holder } = commit
  const profileId = holder.profile.id
  if (containerId !== null) await openContainer(tx, profileId, containerId)
  if ((await waitForMedia(tx, profileId, submission)) > 0) {
    throw new Refusal(422, 'media_not_ready', 'A medium of this post is still being processed.')
  }
  const position = await findPosition(tx, profileId, submission.reply_to)
  if (await spendBehavior(tx, profileId, ['refuse'])) {
    const refusal = new Refusal(422, 'refused', 'The network does not want this post.')
    if (containerId !== null) await refuseContainer(tx, profileId, containerId, refusal.code)
    throw refusal
  }
  const slow = await spendBehavior(tx, profileId, ['process_slowly', 'hang'])
  const post = await storePost(tx, profileId, submission, {
    idempotencyKey,
    position,
    slowMs: slow?.slow_ms ?? 0,
  })
  if (containerId !== null) await closeContainer(tx, profileId, containerId, post.id)
  if (slow?.behavior === 'hang') return { outcome: { kind: 'hung' }, postId: post.id }
  return answer(tx, commit, post)
}

/** Builds the answer for a stored post, whether new or from an earlier request with the key. */
async function answer(tx: Queryable, { holder }: Commit, post: StoredPost): Promise<Decided> {
  const spent = await spendBehavior(tx, holder.profile.id, ['drop_answer', 'error_after_accept'])
  if (spent?.behavior === 'drop_answer') return { outcome: { kind: 'dropped' }, postId: post.id }
  if (spent) return { outcome: { kind: 'broken' }, postId: post.id }
  const kind = post.wait_ms > 0 ? 'accepted' : 'published'
  return { outcome: { kind, postId: post.id, againInMs: post.wait_ms }, postId: post.id }
}

function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'published':
      return '201'
    case 'accepted':
      return '202'
    case 'broken':
      return '500'
    case 'refused':
      return `${outcome.refusal.status} ${outcome.refusal.code}`
    case 'dropped':
    case 'hung':
      return outcome.kind
  }
}
