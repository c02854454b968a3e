import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { type FieldProblem, showNotices } from '../lib/problem.ts'
import { makeOccurrence, type Turn } from './occurrence.ts'
import { type RecurrenceRow, scheduleOf } from './recurrence-row.ts'
import { nextTime, type RuleTime, timesBetween } from './times.ts'

const dayMs = 86_400_000
/** How far ahead posts are made, so that people see them in the calendar and may still change them. */
export const daysAhead = 30
/** The most posts of one recurrence that wait, and the most of their results: a transaction must end soon. */
const mostAhead = 40
const mostResultsAhead = 400
/** When a post that was refused is tried again. */
const againMs = 3_600_000

/** How many posts of a recurrence may wait at a time. */
export function roomOf({ account_ids: { length } }: Pick<RecurrenceRow, 'account_ids'>): number {
  return Math.max(1, Math.min(mostAhead, Math.floor(mostResultsAhead / Math.max(length, 1))))
}

/** How many more turns a recurrence has in all. */
export function turnsLeft({ ends_after, turns }: Pick<RecurrenceRow, 'ends_after' | 'turns'>): number {
  return ends_after === null ? Number.POSITIVE_INFINITY : Math.max(0, ends_after - turns)
}

/**
 * Makes the posts of a locked recurrence that are to come, as far ahead as they are made, and counts the times that passed
 * without one: these are never made up for. Answers how many it made, and why the next one could not be made.
 */
export async function planAhead(
  call: CallContext,
  row: RecurrenceRow,
  now: Date,
): Promise<{ made: number; faults: readonly FieldProblem[] }> {
  const schedule = scheduleOf(row)
  const passed = now.getTime()
  const missed = turnsLeft(row) === 0 ? [] : timesBetween(schedule, row.planned_until.getTime(), passed)
  const waiting = await readWaiting(call, row.id, now)
  const from = Math.max(row.planned_until.getTime(), passed)
  const room = Math.min(roomOf(row) - waiting.count, turnsLeft(row))
  const open = room > 0 ? timesBetween(schedule, from, passed + daysAhead * dayMs, room) : []
  const { made, faults } = await makeInOrder(call, row, open)
  const until = open[made - 1]?.at ?? from
  const after: RecurrenceRow = { ...row, turns: row.turns + made }
  await storeProgress(call, row.id, {
    turns: after.turns,
    plannedUntil: new Date(until),
    ...nextOf(after, {
      now: passed,
      until,
      isFaulty: faults.length > 0,
      frees: waiting.first ?? open[0]?.at ?? null,
    }),
    missed: missed.map(({ at }) => at),
    faults,
  })
  return { made, faults }
}

async function makeInOrder(call: CallContext, row: RecurrenceRow, open: readonly RuleTime[]) {
  for (const [index, time] of open.entries()) {
    const turn: Turn = { ...time, turn: row.turns + index }
    const faults = await makeOccurrence(call, row, turn)
    if (faults.length > 0) return { made: index, faults }
  }
  return { made: open.length, faults: [] }
}

/** How many posts of a recurrence are to come, and when the first of them makes room. */
async function readWaiting({ db, workspaceId }: CallContext, id: string, now: Date) {
  const row = await db.row<{ count: number; first: Date | null }>(sql`
    select count(*)::int as count, min(at) as first from recurrence_occurrences
    where workspace_id = ${workspaceId} and recurrence_id = ${id} and at > ${now}`)
  return { count: row?.count ?? 0, first: row?.first?.getTime() ?? null }
}

/** The first time without a post, and when its post is to be made. */
export function nextOf(
  row: RecurrenceRow,
  { now, until, isFaulty, frees }: { now: number; until: number; isFaulty: boolean; frees: number | null },
): { nextAt: Date | null; planAt: Date | null } {
  const next = turnsLeft(row) === 0 ? null : nextTime(scheduleOf(row), until)
  if (next === null) return { nextAt: null, planAt: null }
  const nextAt = new Date(next.at)
  if (isFaulty) return { nextAt, planAt: new Date(now + againMs) }
  const inReach = next.at - daysAhead * dayMs
  // It is in reach already, so there was no room: the next post that goes out makes some.
  return { nextAt, planAt: new Date(inReach > now ? inReach : (frees ?? now + againMs)) }
}

/** The state of a recurrence after its posts were planned. */
export interface Progress {
  readonly turns: number
  readonly plannedUntil: Date
  readonly nextAt: Date | null
  readonly planAt: Date | null
  /** The times that passed without a post. */
  readonly missed: readonly number[]
  readonly faults: readonly FieldProblem[]
}

export async function storeProgress(
  { db, workspaceId }: CallContext,
  id: string,
  { turns, plannedUntil, nextAt, planAt, missed, faults }: Progress,
): Promise<void> {
  const [fault] = showNotices(faults)
  const lastMissed = missed.at(-1)
  await db.run(sql`
    update recurrences set turns = ${turns}, planned_until = ${plannedUntil}, next_at = ${nextAt}, plan_at = ${planAt},
      missed = missed + ${missed.length}::int,
      last_missed_at = coalesce(${lastMissed === undefined ? null : new Date(lastMissed)}::timestamptz, last_missed_at),
      fault = ${fault ? JSON.stringify(fault) : null}::jsonb
    where workspace_id = ${workspaceId} and id = ${id}`)
}
