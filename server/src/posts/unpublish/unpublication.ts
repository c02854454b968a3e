import type { AccountFacts } from '../../accounts/account-of.ts'
import type { Mode } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import type { Json } from '../../lib/json/json.ts'
import type { TargetError } from '../../publishing/move.ts'
import { recordEvent } from '../../webhooks/record-event.ts'
import { lockPost } from '../post-row.ts'
import { removePost } from '../remove-post.ts'
import type { UnpublicationKey } from './enqueue-unpublication.ts'

/** A worker whose claim is older than this counts as dead. It renews the claim with each part. */
const leaseMs = 90_000

/** The right to delete a result at its network, until its lease ends. */
export interface UnpublicationClaim extends UnpublicationKey {
  readonly postId: string
  readonly mode: Mode
  readonly accountId: string
  readonly platform: string
  readonly account: AccountFacts
  readonly fence: number
  /** Failed tries before this one. */
  readonly tries: number
}

/** A public part of a result. */
export interface PublicPart {
  readonly position: number
  readonly remote_id: string
  readonly remote_url: string
  readonly remote_reference: Json
}

/** Claims an unpublication that is due. Null where another worker has it, it is settled, or a guard is up. */
export async function claimUnpublication(
  db: Queryable,
  { workspaceId, id }: UnpublicationKey,
): Promise<UnpublicationClaim | null> {
  const row = await db.row<{
    post_id: string
    mode: Mode
    account_id: string
    platform: string
    account: AccountFacts
    fence: number
    tries: number
  }>(sql`
    update unpublications u set fence = u.fence + 1, ${renewed}
    from targets r join social_accounts a on a.workspace_id = r.workspace_id and a.id = r.account_id
    where u.workspace_id = ${workspaceId} and u.target_id = ${id} and u.status = 'pending'
      and u.next_at <= clock_timestamp() and not exists (select from guards)
      and r.workspace_id = u.workspace_id and r.id = u.target_id
    returning u.post_id, r.mode, r.account_id, r.platform, u.fence, u.tries,
      jsonb_build_object('id', a.id, 'external_id', a.external_id, 'username', a.username, 'settings', a.settings) as account`)
  if (!row) return null
  const { post_id: postId, account_id: accountId, ...rest } = row
  return { workspaceId, id, postId, accountId, ...rest }
}

const renewed = sql`next_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond', updated_at = clock_timestamp()`

/** The parts that are still public at the network, newest first. */
export function listPublicParts(
  db: Queryable,
  { workspaceId, id, postId }: UnpublicationClaim,
): Promise<PublicPart[]> {
  return db.rows<PublicPart>(sql`
    select t.position, t.remote_id, t.remote_url, t.remote_reference from targets t
      join unpublications u on u.workspace_id = t.workspace_id and u.target_id = t.root_id
    where t.workspace_id = ${workspaceId} and t.post_id = ${postId} and t.root_id = ${id} and t.state = 'published'
      and t.position <> all(u.deleted_parts)
    order by t.position desc`)
}

/** Notes that a part is deleted. False when the claim was lost. */
export async function noteDeleted(
  db: Queryable,
  claim: UnpublicationClaim,
  position: number,
): Promise<boolean> {
  const noted = await db.run(sql`
    update unpublications set deleted_parts = deleted_parts || ${position}::int, tries = 0, ${renewed}
    where ${isClaimed(claim)}`)
  return noted === 1
}

/** Ends an unpublication of which nothing is left, and removes the post once that holds for all of its results. */
export async function finishUnpublication(tx: Queryable, claim: UnpublicationClaim): Promise<void> {
  const { workspaceId, mode, postId } = claim
  const post = await lockPost({ db: tx, workspaceId, mode }, postId)
  const done = await tx.run(sql`
    update unpublications set status = 'done', next_at = null, error = null, updated_at = clock_timestamp()
    where ${isClaimed(claim)}`)
  if (done === 0) return
  await recordEnd(tx, claim, 'post_result.unpublished', null)
  const left = await tx.row(sql`
    select target_id from unpublications
    where workspace_id = ${workspaceId} and post_id = ${postId} and status <> 'done' limit 1`)
  if (!left) await removePost(tx, claim, post)
}

/** Ends an unpublication that failed for good, until somebody asks for it again. */
export async function failUnpublication(
  tx: Queryable,
  claim: UnpublicationClaim,
  error: TargetError,
): Promise<void> {
  const failed = await tx.run(sql`
    update unpublications set status = 'failed', next_at = null, error = ${JSON.stringify(error)}::jsonb,
      tries = tries + 1, updated_at = clock_timestamp()
    where ${isClaimed(claim)}`)
  if (failed === 1) await recordEnd(tx, claim, 'post_result.unpublish_failed', error)
}

/** Puts an unpublication off until its next try. `error` is null for a try that was broken off and does not count. */
export async function putOffUnpublication(
  db: Queryable,
  claim: UnpublicationClaim,
  inMs: number,
  error: TargetError | null,
): Promise<void> {
  await db.run(sql`
    update unpublications set next_at = clock_timestamp() + ${inMs}::float8 * interval '1 millisecond',
      tries = tries + ${error === null ? 0 : 1}, error = ${error && JSON.stringify(error)}::jsonb,
      updated_at = clock_timestamp()
    where ${isClaimed(claim)}`)
}

/** When an unpublication is due. */
export const mayHaveDueUnpublications = sql`exists (
  select from unpublications where status = 'pending' and next_at <= clock_timestamp())`

/** Unpublications that are due, such as those of a worker that died. */
export async function listDue(db: Queryable): Promise<UnpublicationKey[]> {
  const rows = await db.rows<{ workspace_id: string; target_id: string }>(sql`
    select workspace_id, target_id from unpublications
    where status = 'pending' and next_at <= clock_timestamp() and not exists (select from guards)
    order by next_at limit 100`)
  return rows.map(({ workspace_id: workspaceId, target_id: id }) => ({ workspaceId, id }))
}

function isClaimed({ workspaceId, id, fence }: UnpublicationClaim) {
  return sql`workspace_id = ${workspaceId} and target_id = ${id} and status = 'pending' and fence = ${fence}`
}

async function recordEnd(
  tx: Queryable,
  { workspaceId, mode, id, postId, accountId, platform }: UnpublicationClaim,
  type: 'post_result.unpublished' | 'post_result.unpublish_failed',
  error: TargetError | null,
): Promise<void> {
  const data = { id, post_id: postId, social_account_id: accountId, platform, error }
  await recordEvent(tx, { workspaceId, mode, type, subjectId: id, data })
}
