import type { Failure } from '../../../connectors/connector.ts'
import { type Queryable, type Sql, sql } from '../../../db/database.ts'
import { patienceOf } from '../../target.ts'
import { due, inMs } from '../../timing.ts'
import type { Work } from '../claiming/load-work.ts'

const shortestPauseMs = 2_000
const longestPauseMs = 600_000
// The pause for a network that limits without saying for how long.
const usualPauseMs = 60_000
// A server that sends milliseconds in place of seconds names a pause a thousand times too long. A long pause may also be meant.
const longestFirstPauseMs = 3_600_000

/** The consequences of a 429 for its target: when to look again, and whether the try counts. */
export interface Deferral {
  readonly nextActionAt: Sql
  readonly isTry: boolean
}

/**
 * Defers a target that its network answered with a 429. Nothing of the account is sent before that time. With each 429 in
 * a row the pause doubles, because the time that the network said may be over already by another clock. More than an hour is
 * believed once the network says it a second time. A 429 with a time spends no try: the post's `late_policy` ends the
 * waiting, and the target looks again the moment it would be missed.
 */
export async function deferRateLimited(tx: Queryable, work: Work, failure: Failure): Promise<Deferral> {
  const inARow = await countInARow(tx, work)
  const leastMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(inARow, 20))
  const askedMs = failure.retryAfterMs ?? usualPauseMs
  const pauseMs = Math.max(inARow === 0 ? Math.min(askedMs, longestFirstPauseMs) : askedMs, leastMs)
  await blockAccount(tx, work, pauseMs)
  return { nextActionAt: beforeMissed(work, inMs(pauseMs)), isTry: failure.retryAfterMs === null }
}

/** A time, or the moment at which the target `t` is too late to go out without asking, if that comes first. */
function beforeMissed({ latePolicy }: Work, at: Sql): Sql {
  const dueAt = due(sql`t.scheduled_at`, sql`t.workspace_id`, sql`t.mode`)
  return sql`least(${at}, ${dueAt} + ${patienceOf(latePolicy) + 1}::float8 * interval '1 millisecond')`
}

// Targets that wait for the same moment go one after the other, in the order of their account.
const stepMs = 500
const mostSteps = 1_000

/** When a target that is being prepared looks again after a wait that others of its account may share. */
export function inAccountOrder(work: Work, ms: number): Sql {
  const before = sql`(select count(*) from targets o where o.workspace_id = t.workspace_id
    and o.account_id = t.account_id and o.state = 'preparing' and (o.scheduled_at, o.seq) < (t.scheduled_at, t.seq))`
  const step = sql`least(${before}, ${mostSteps}) * ${stepMs}::float8 * interval '1 millisecond'`
  return beforeMissed(work, sql`${inMs(ms)} + ${step}`)
}

/** Sends nothing of the account before that time. The account is locked before the post, as everywhere. */
async function blockAccount(tx: Queryable, work: Work, forMs: number): Promise<void> {
  await tx.run(sql`
    update social_accounts set blocked_until = greatest(blocked_until,
      clock_timestamp() + ${forMs}::float8 * interval '1 millisecond')
    where workspace_id = ${work.seen.workspaceId} and id = ${work.accountId}`)
}

/** Counts the attempts of a target that a 429 ended, since the last one that ended otherwise. */
async function countInARow(tx: Queryable, { seen }: Work): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    with tried as (
      select started_at as at, error ->> 'code' as code from failed_prepares
      where workspace_id = ${seen.workspaceId} and target_id = ${seen.id}
      union all
      select created_at, coalesce(error ->> 'code', outcome) from commits
      where workspace_id = ${seen.workspaceId} and target_id = ${seen.id} and outcome <> 'pending'
    )
    select count(*)::int as count from tried where code = 'rate_limited_by_network'
      and at > coalesce((select max(at) from tried where code <> 'rate_limited_by_network'), '-infinity')`)
  return row?.count ?? 0
}
