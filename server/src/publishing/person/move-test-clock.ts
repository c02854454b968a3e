import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { parseDateTime } from '../../lib/date-time.ts'
import { invalid } from '../../lib/problem.ts'
import { isInState } from '../../targets/state-sql.ts'
import { editableStates, waitingStates } from '../../targets/states.ts'
import { hastenTestDeliveries } from '../../webhooks/sending/hasten-test-deliveries.ts'
import {
  type ClockReading,
  furthestAheadSeconds,
  readClock,
  requireTestKey,
  showClock,
  type TestClock,
} from '../../workspaces/test-clock.ts'

/** Exactly one of the three is given. */
export interface ClockMove {
  advance_by_seconds?: number
  now?: string
  reset?: true
}

/**
 * Advances the clock of a workspace's test data, or puts it back to the real time. The clock jumps: posts that came due on
 * the way are published at once, or ask if the clock is now later than their `late_policy` allows, as if the server had
 * been off. Pauses before another try, rate limits of the simulated network and the daily look at idle credentials come as
 * much sooner. Posts that are with a network already go on by the real time, and so do leases and quarantines.
 *
 * Putting the clock back undoes nothing: public posts stay public, and due posts stay due, as late as they were. Posts that
 * were not due wait for their time again.
 * @throws Problem 403 `test_key_required`; 422 `one_of_several`, `clock_goes_forward` or `clock_too_far`
 */
export async function moveTestClock(call: CallContext, move: ClockMove): Promise<TestClock> {
  requireTestKey(call)
  refuseSeveral(move)
  const { db, workspaceId } = call
  await db.run(sql`select lock_test_clock(${workspaceId}, true)`)
  const before = await readClock(db, workspaceId)
  const aheadSeconds = move.reset ? 0 : aheadAfter(move, before)
  // Accounts are locked before targets, as everywhere.
  if (!move.reset) await advanceAccounts(call, aheadSeconds - before.aheadSeconds)
  await lockWaiting(call, move.reset ?? false)
  if (move.reset) await putBack(call, before)
  else {
    await moveTimers(call, aheadSeconds - before.aheadSeconds)
    await hastenTestDeliveries(db, workspaceId, aheadSeconds - before.aheadSeconds)
  }
  await db.run(sql`
    insert into test_clocks (workspace_id, ahead) values (${workspaceId}, make_interval(secs => ${aheadSeconds}::float8))
    on conflict (workspace_id) do update set ahead = excluded.ahead`)
  call.afterCommit(() => call.context.wake(0))
  return showClock(db, workspaceId)
}

function refuseSeveral(move: ClockMove): void {
  const given = Object.keys(move)
  if (given.length === 1) return
  const detail = 'Send exactly one of advance_by_seconds, now and reset.'
  throw invalid([
    given.length === 0
      ? { pointer: '', code: 'required', detail }
      : { pointer: `/${given[1]}`, code: 'one_of_several', detail },
  ])
}

function aheadAfter(move: ClockMove, before: ClockReading): number {
  const pointer = move.now === undefined ? '/advance_by_seconds' : '/now'
  const bySeconds = move.advance_by_seconds ?? secondsUntil(move.now ?? '', before)
  if (bySeconds <= 0) {
    const detail = `The test clock only moves forward, and it already shows ${before.now.toISOString()}.`
    throw invalid([{ pointer, code: 'clock_goes_forward', detail }])
  }
  const aheadSeconds = before.aheadSeconds + bySeconds
  if (aheadSeconds > furthestAheadSeconds) {
    const furthest = new Date(before.realTime.getTime() + furthestAheadSeconds * 1_000)
    const detail = `The test clock may be at most 366 days ahead of the real time, which is ${furthest.toISOString()} at this moment.`
    throw invalid([{ pointer, code: 'clock_too_far', detail }])
  }
  return aheadSeconds
}

function secondsUntil(time: string, { now }: ClockReading): number {
  const at = parseDateTime(time)
  const detail = 'This is not a date and time such as 2030-05-06T09:00:00Z.'
  if (!at) throw invalid([{ pointer: '/now', code: 'invalid_date_time', detail }])
  return (at.getTime() - now.getTime()) / 1_000
}

// Targets are locked in the order of their creation, as workers lock the parts of a thread. A transaction that used the old
// clock is waited for; a later one finds the row changed and computes its time again.
async function lockWaiting({ db, workspaceId }: CallContext, isReset: boolean): Promise<void> {
  await db.run(sql`
    select from targets t where workspace_id = ${workspaceId} and mode = 'test'
      and (${isInState('t', editableStates)}
        or ${isReset} and state not in ('published', 'canceled'))
    order by id for no key update`)
}

/** Ends the rate limits of test accounts, and the rest of their credentials, so much sooner. A trigger does that at the network. */
async function advanceAccounts({ db, workspaceId }: CallContext, bySeconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${bySeconds}::float8)`
  await db.run(sql`
    update social_accounts set blocked_until = blocked_until - ${by}
    where workspace_id = ${workspaceId} and mode = 'test' and blocked_until > clock_timestamp()`)
  // Credentials that are being refreshed get a new time anyway.
  await db.run(sql`
    update connections c set refresh_after = c.refresh_after - ${by}
    from (
      select o.workspace_id, o.account_id from connections o
      join social_accounts a on a.workspace_id = o.workspace_id and a.id = o.account_id
      where o.workspace_id = ${workspaceId} and a.mode = 'test' and o.refresh_after > clock_timestamp()
      for update of o skip locked
    ) idle
    where c.workspace_id = idle.workspace_id and c.account_id = idle.account_id`)
}

// Timers are in real time. The lead to prepare stays, and the pause of a target that is due already is shortened by the same
// time. The timer of a claimed target is its lease, so it stays.
async function moveTimers({ db, workspaceId }: CallContext, bySeconds: number): Promise<void> {
  await db.run(sql`
    update targets t set next_action_at = case
      when ${isInState('t', waitingStates)} and lease_owner is null
        then least(next_action_at, greatest(clock_timestamp(), next_action_at - make_interval(secs => ${bySeconds}::float8)))
      else next_action_at end
    where workspace_id = ${workspaceId} and mode = 'test' and ${isInState('t', editableStates)}`)
}

async function putBack({ db, workspaceId }: CallContext, before: ClockReading): Promise<void> {
  const back = sql`make_interval(secs => ${before.aheadSeconds}::float8)`
  await db.run(sql`
    update targets set
      scheduled_at = case when scheduled_at <= crier_now(workspace_id, mode) then scheduled_at - ${back} else scheduled_at end,
      next_action_at = case
        when state in ('scheduled', 'ready') and lease_owner is null and scheduled_at > crier_now(workspace_id, mode)
          then next_action_at + ${back}
        else next_action_at end
    where workspace_id = ${workspaceId} and mode = 'test' and state not in ('published', 'canceled')`)
}
