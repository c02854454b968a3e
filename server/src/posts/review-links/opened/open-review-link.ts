import { findMaker } from '../../../api-keys/find-maker.ts'
import { createGuessLimit, type GuessLimit } from '../../../api-keys/guess-limit.ts'
import { takeAllowance } from '../../../api-keys/take-allowance.ts'
import { hashToken, isTokenOf } from '../../../api-keys/token-form.ts'
import type { Context, Mode, SystemCaller } from '../../../context.ts'
import { type Queryable, sql } from '../../../db/database.ts'
import { notFound, Problem } from '../../../lib/problem.ts'
import { mayPublish } from '../review-link-row.ts'
import type { ReviewFilter } from '../review-link-schema.ts'

/** The link behind a secret, with the rights of its maker at this moment. */
export interface OpenedReview {
  readonly workspaceId: string
  readonly id: string
  readonly mode: Mode
  readonly recipient: string
  readonly postIds: readonly string[] | null
  readonly filter: ReviewFilter | null
  readonly expiresAt: Date
  readonly workspace: { readonly name: string; readonly timezone: string }
  /** In whose name it decides. */
  readonly caller: SystemCaller
  /** Whether the client may decide by it now. */
  readonly decides: boolean
}

interface Found {
  readonly workspace_id: string
  readonly id: string
  readonly mode: Mode
  readonly user_id: string
  readonly key_id: string | null
  readonly recipient: string
  readonly may_decide: boolean
  readonly post_ids: string[] | null
  readonly filter: ReviewFilter | null
  readonly expires_at: Date
  readonly name: string
  readonly timezone: string
}

/** How many requests one link may make in a minute: a few people who read and decide. */
const mostRequests = 120

const guesses = new WeakMap<Context['config'], GuessLimit>()

/**
 * Finds the link by its secret, and counts the request. One that is unknown, expired, revoked or of a deleted workspace, and one whose
 * maker or key is no more, get the same answer. A good secret opens its link also where its network address has sent many that
 * are none, for an office shares one.
 * @throws Problem 404, 429
 */
export async function openReviewLink(
  { db, config }: Pick<Context, 'db' | 'config'>,
  secret: string,
  ip: string,
): Promise<OpenedReview> {
  const found = await findOpenReview(db, secret)
  if (!found) throw unknownLink(config, ip)
  const { workspaceId, id } = found
  const taken = await takeAllowance(db, { workspaceId, limitKey: id }, mostRequests, 1)
  if (taken.granted === 0)
    throw tooOften('This link was used too often within a minute. Try again in the next one.', taken.resetMs)
  return found
}

/** The open link of a secret, within a transaction or not; null for none. */
export async function findOpenReview(db: Queryable, secret: string): Promise<OpenedReview | null> {
  if (!isTokenOf('review', secret)) return null
  const row = await db.row<Found>(sql`
    select l.workspace_id, l.id, l.mode, l.user_id, l.key_id, l.recipient, l.may_decide, l.post_ids, l.filter, l.expires_at,
      w.name, w.timezone
    from review_links l join workspaces w on w.id = l.workspace_id and w.purge_at is null
    where l.secret_hash = ${hashToken(secret)} and l.revoked_at is null
      and l.expires_at > crier_now(l.workspace_id, l.mode)`)
  const maker = row && (await findMaker(db, row))
  if (!row || !maker) return null
  const { caller, hasSubscription } = maker
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    mode: row.mode,
    recipient: row.recipient,
    postIds: row.post_ids,
    filter: row.filter,
    expiresAt: row.expires_at,
    workspace: { name: row.name, timezone: row.timezone },
    caller,
    decides: row.may_decide && mayPublish(caller.scopes) && (hasSubscription || row.mode === 'test'),
  }
}

/** Holds what the right to decide hangs on until this transaction ends, in the order in which a removal of the maker takes it. */
export async function lockRights(db: Queryable, { workspaceId, id }: OpenedReview): Promise<void> {
  const place = sql`l.workspace_id = ${workspaceId} and l.id = ${id}`
  await db.run(sql`
    select from memberships m join review_links l on l.workspace_id = m.workspace_id and l.user_id = m.user_id
    where ${place} for share of m`)
  await db.run(sql`
    select from api_keys k join review_links l on l.workspace_id = k.workspace_id and l.key_id = k.id
    where ${place} for share of k`)
  await db.run(sql`select from review_links l where ${place} for share of l`)
}

/** Notes that a client has opened a link; once in a minute is enough. */
export async function noteOpening(db: Queryable, { workspaceId, id }: OpenedReview): Promise<void> {
  await db.run(sql`
    update review_links set opened_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${id}
      and (opened_at is null or opened_at < clock_timestamp() - interval '1 minute')`)
}

/** 404, or 429 where too many such secrets came from there within a minute. */
function unknownLink(config: Context['config'], ip: string): Problem {
  const limit = guesses.get(config) ?? createGuessLimit()
  guesses.set(config, limit)
  const closedForMs = limit.closedForMs(ip)
  limit.count(ip)
  if (closedForMs === null) return notFound('review link')
  return tooOften('Too many review links that do not exist were asked for from there.', closedForMs)
}

function tooOften(detail: string, forMs: number): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(forMs / 1_000))
  return new Problem(429, 'review_too_often', detail, { retryAfterSeconds })
}
