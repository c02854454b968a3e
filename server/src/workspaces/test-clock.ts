import type { CallContext } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { isInState } from '../targets/state-sql.ts'
import { waitingStates } from '../targets/states.ts'

/** The clock that a workspace's test data go by. Times are ISO 8601. */
export interface TestClock {
  now: string
  real_time: string
  advanced_by_seconds: number
  /** When the next scheduled post is due, by this clock; null when none is. */
  next_due_at: string | null
}

/** A test clock with times as Dates. */
export interface ClockReading {
  readonly now: Date
  readonly realTime: Date
  readonly aheadSeconds: number
}

/** How far a test clock may be ahead of the real time: one leap year, so that a year ahead can always be tried. */
export const furthestAheadSeconds = 366 * 24 * 3_600

/** @throws Problem 403 `test_key_required`: live data follow the real time, which cannot be moved. */
export function requireTestKey({ mode }: CallContext): void {
  if (mode === 'test') return
  throw new Problem(
    403,
    'test_key_required',
    'Live data uses the real time. Only a test key can see and move the clock of the test data.',
  )
}

/** The time that a workspace’s test clock shows at this moment. */
export async function readClock(db: Queryable, workspaceId: string): Promise<ClockReading> {
  const row = await db.row<{ now: Date; real_time: Date; ahead_seconds: number }>(sql`
    select at + ahead as now, at as real_time, extract(epoch from ahead)::float8 as ahead_seconds
    from (select clock_timestamp() as at, coalesce((
      select ahead from test_clocks where workspace_id = ${workspaceId}), interval '0') as ahead) clock`)
  if (!row) throw new Error('A clock shows nothing.')
  return { now: row.now, realTime: row.real_time, aheadSeconds: row.ahead_seconds }
}

export async function showClock(db: Queryable, workspaceId: string): Promise<TestClock> {
  const { now, realTime, aheadSeconds } = await readClock(db, workspaceId)
  const next = await db.row<{ at: Date | null }>(sql`
    select min(scheduled_at) as at from targets
    where workspace_id = ${workspaceId} and mode = 'test' and ${isInState('targets', waitingStates)}
      and scheduled_at > ${now}`)
  return {
    now: now.toISOString(),
    real_time: realTime.toISOString(),
    advanced_by_seconds: aheadSeconds,
    next_due_at: next?.at?.toISOString() ?? null,
  }
}
