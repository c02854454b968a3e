import { findMaker } from '../api-keys/find-maker.ts'
import type { CallContext, Context, Mode, SystemCaller } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { FieldProblem } from '../lib/problem.ts'
import { nextOf, planAhead, storeProgress } from './plan-ahead.ts'
import { recordStatus } from './record-recurrence-event.ts'
import { type RecurrenceRow, recurrenceColumns, scheduleOf } from './recurrence-row.ts'
import { timesBetween } from './times.ts'

// The clock of live data is that of the database, so that an index finds what is due; few workspaces move that of test data.
const isDue = sql`r.plan_at is not null
  and (r.plan_at <= clock_timestamp() or r.mode = 'test' and r.plan_at <= crier_now(r.workspace_id, 'test'))`
/** Recurrences that one run looks at. */
const batch = 200

/** Whether a recurrence has a post to make. */
export const mayHaveDueRecurrences = sql`exists (select from recurrences r where ${isDue})`

interface Due {
  readonly workspace_id: string
  readonly id: string
}

/**
 * Makes the posts that are to come of every recurrence that is due, each in a transaction of its own. It may run anywhere at
 * any time: a recurrence that another process has locked is left to that one. A failure of one does not keep the others from
 * theirs. While a guard is up nothing is made. Answers how many posts it made.
 */
export async function continueRecurrences(context: Context, signal?: AbortSignal): Promise<number> {
  const due = await context.db.rows<Due>(sql`
    select r.workspace_id, r.id from recurrences r
      join workspaces w on w.id = r.workspace_id and w.purge_at is null
    where ${isDue} and not exists (select from guards)
    order by r.plan_at, r.id limit ${batch}`)
  let made = 0
  for (const one of due) {
    if (signal?.aborted) break
    try {
      made += await continueOne(context, one)
    } catch (error) {
      context.log.error({ err: error, recurrence: one.id }, 'the posts of a recurrence could not be made')
      await putOff(context.db, one)
    }
  }
  return made
}

/** Puts off a recurrence that failed, so that it does not come first again and again. */
async function putOff(db: Queryable, { workspace_id, id }: Due): Promise<void> {
  await db.run(sql`
    update recurrences r set plan_at = crier_now(r.workspace_id, r.mode) + interval '5 minutes'
    where workspace_id = ${workspace_id} and id = ${id} and ${isDue}`)
}

interface DueRow extends RecurrenceRow {
  readonly mode: Mode
  readonly now: Date
  readonly key_id: string | null
  /** Whether the person is still a member. */
  readonly is_member: boolean
}

async function continueOne(context: Context, { workspace_id: workspaceId, id }: Due): Promise<number> {
  const later: (() => void)[] = []
  const made = await context.db.transaction(async (tx) => {
    const row = await tx.row<DueRow>(sql`
      select ${recurrenceColumns}, r.mode, crier_now(r.workspace_id, r.mode) as now, r.key_id,
        exists (select from memberships m where m.workspace_id = r.workspace_id and m.user_id = r.user_id) as is_member
      from recurrences r
      where r.workspace_id = ${workspaceId} and r.id = ${id} and ${isDue} for update of r skip locked`)
    if (row === null) return 0
    const maker = await findMaker(tx, { ...row, workspace_id: workspaceId })
    const caller = maker?.caller ?? nobody(row.user_id)
    const call = callOf(context, tx, { workspaceId, mode: row.mode, caller, later })
    const { made: planned } = mayWrite(caller) ? await planAhead(call, row, row.now) : { made: 0 }
    if (!mayWrite(caller))
      await standStill(call, row, maker ? mayNotWrite : row.is_member ? keyGone : hasLeft)
    await recordStatus(call, row.id)
    return planned
  })
  for (const work of later) work()
  return made
}

function mayWrite({ scopes }: SystemCaller): boolean {
  return scopes === 'all' || scopes.includes('write') || scopes.includes('publish')
}

/** In place of a maker who has no rights any more. */
function nobody(userId: string): SystemCaller {
  return { kind: 'system', userId, scopes: [], needsApproval: true }
}

interface Call extends Pick<CallContext, 'workspaceId' | 'mode'> {
  readonly caller: SystemCaller
  readonly later: (() => void)[]
}

/** Crier makes the posts in the name of the person, with the rights that the person and the key have now. */
function callOf(context: Context, db: Queryable, { later, ...call }: Call): CallContext {
  return {
    ...call,
    context,
    db,
    from: { ip: null, userAgent: null },
    request: null,
    afterCommit: (work) => later.push(work),
  }
}

const hasLeft: FieldProblem = {
  pointer: '',
  code: 'author_left',
  detail: 'The person in whose name its posts are made has left. Save it once to make them in yours.',
}
const keyGone: FieldProblem = {
  pointer: '',
  code: 'author_key_gone',
  detail:
    'The key or the program that made it may not act here any more. Save it once to make its posts in your name.',
}
const mayNotWrite: FieldProblem = {
  pointer: '',
  code: 'author_may_not_write',
  detail:
    'The person in whose name its posts are made may not write any more. Save it once to make them in yours.',
}

/** Makes nothing, says why, and counts the times that pass. */
async function standStill(call: CallContext, row: DueRow, fault: FieldProblem): Promise<void> {
  const now = row.now.getTime()
  const missed = timesBetween(scheduleOf(row), row.planned_until.getTime(), now)
  const until = Math.max(now, row.planned_until.getTime())
  await storeProgress(call, row.id, {
    turns: row.turns,
    plannedUntil: new Date(until),
    ...nextOf(row, { now, until, isFaulty: true, frees: null }),
    missed: missed.map(({ at }) => at),
    faults: [fault],
  })
}
