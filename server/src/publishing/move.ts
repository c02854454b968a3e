import { empty, join, type Queryable, raw, type Sql, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import type { Json } from '../lib/json/json.ts'
import type { ErrorCode } from './error-catalog.ts'
import { movedEvents } from './moved-events.ts'
import { type HoldReason, IllegalStep, isLegal, type State, type StepName, steps } from './target.ts'

/** The target to move, as it was last seen. */
export interface Seen {
  workspaceId: string
  id: string
  postId: string
  state: State
  /** The fence of the worker's claim; null for a person, whose transaction has locked the row. */
  fence: number | null
  /** The post has no other targets, so that nobody else can change its status meanwhile. */
  isOnlyTarget: boolean
}

/** What changes with the step. Left out: stays as it is, except that leases end and reasons go with their states. */
export interface Changes {
  /** An SQL time; needed unless the new state is settled or held. */
  nextActionAt?: Sql
  /** The worker goes on with it: the lease stays. */
  keepLease?: true
  holdReason?: HoldReason
  review?: Review
  artefacts?: Json
  error?: TargetError | null
  remote?: { id: string; url: string; reference: Json }
  tries?: number
  looks?: number
  /** Sent as soon as possible from now on, by the clock of the workspace. */
  dueNow?: true
  /** Whether its open commit is to be looked for once more before anything else is sent. */
  lookFirst?: boolean
}

/** Why a target asks a person, and what helps to answer. */
export interface Review {
  reason: 'answer_lost' | 'missed_window' | 'duplicate_seen' | 'restored'
  /** When it was sent; null when it never was. */
  sent_at: string | null
  /** Where a person should look, and for what. */
  look_at: string | null
  look_for: string | null
  looked_at: string | null
  /** The ids of the posts that were seen there, and their addresses in the same order. */
  found: string[]
  found_urls?: (string | null)[]
}

/** Why an attempt did not work, as it is stored and shown. */
export interface TargetError {
  code: ErrorCode
  category: string
  message: string
  retryable: boolean
  platform_code: string | null
}

/**
 * Moves one target by one step of the table, and in the same statement writes the events that the change makes: of its
 * result and of its post, when their derived status changes. Answers false when the target is no longer as it was seen
 * (another worker or a person was faster): then nothing happened, and the caller must do nothing more.
 * @throws IllegalStep when the table has no such step.
 */
export async function moveTarget(
  tx: Queryable,
  seen: Seen,
  step: StepName,
  changes: Changes,
): Promise<boolean> {
  if (!isLegal(step, seen.state)) throw new IllegalStep(step, seen.state)
  if (!seen.isOnlyTarget) {
    await tx.run(sql`
      select from posts where workspace_id = ${seen.workspaceId} and id = ${seen.postId} for no key update`)
  }
  const row = sql`(select ${seen.workspaceId}::uuid as workspace_id, ${seen.id}::uuid as id,
    ${seen.state}::text as state, ${seen.fence}::bigint as fence, false as is_only_target,
    ${newId()}::uuid as result_event_id, ${newId()}::uuid as post_event_id) r`
  const set = [...assignments(step, changes), ...rowAssignments(changes)]
  const moved = await tx.row<{ moved: number }>(
    moveStatement(
      { rows: row, lock: empty, given: [], set, along: empty },
      sql`count(*)::int as moved from moved`,
    ),
  )
  return moved?.moved === 1
}

/** Many targets that take the same step, each with what it alone changes. */
export interface Moves {
  readonly step: StepName
  readonly moves: readonly Move[]
  /** The columns of `values` with their SQL types. Null in a row stands for SQL's null. */
  readonly columns?: Readonly<Record<string, 'uuid' | 'text' | 'int' | 'jsonb'>>
  /** What changes alike for all, and how the values of a row `m` are set, such as sql`artefacts = m.artefacts`. */
  readonly changes: Pick<Changes, 'nextActionAt' | 'keepLease' | 'holdReason'>
  readonly set?: readonly Sql[]
  /** More to do with those that moved: clauses of the same statement that read `moved`; the values are `given_…` there. */
  readonly along?: Sql
  /** What is selected in the end. */
  readonly answer: Sql
}

export interface Move {
  readonly seen: Seen
  readonly values: { readonly [column: string]: Json }
}

/**
 * The same for many targets in one statement. What somebody else has locked is left out, so that a batch waits for
 * nobody; the caller holds the lock of each post that has other targets, and does alone what did not move.
 * @throws IllegalStep when the table has no such step; then nothing has moved.
 */
export async function moveTargets<Row>(tx: Queryable, moves: Moves): Promise<Row[]> {
  for (const { seen } of moves.moves) {
    if (!isLegal(moves.step, seen.state)) throw new IllegalStep(moves.step, seen.state)
  }
  const rows = moves.moves.map(({ seen, values }) => ({
    workspace_id: seen.workspaceId,
    id: seen.id,
    state: seen.state,
    fence: seen.fence,
    is_only_target: seen.isOnlyTarget,
    result_event_id: newId(),
    post_event_id: newId(),
    ...values,
  }))
  const columns = Object.entries(moves.columns ?? {})
  const more = columns.map(([name, type]) => raw(`, ${name} ${type}`))
  return tx.rows<Row>(
    moveStatement(
      {
        rows: sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(workspace_id uuid, id uuid, state text,
          fence bigint, is_only_target boolean, result_event_id uuid, post_event_id uuid ${join([empty, ...more], '')})`,
        lock: sql`for no key update of t skip locked`,
        given: columns.map(([name]) => name),
        set: [...assignments(moves.step, moves.changes), ...(moves.set ?? [])],
        along: moves.along ?? empty,
      },
      moves.answer,
    ),
  )
}

interface MoveParts {
  /** What is to be moved, `r`. */
  readonly rows: Sql
  readonly lock: Sql
  /** Columns of `r` that `along` reads. */
  readonly given: readonly string[]
  readonly set: readonly Sql[]
  readonly along: Sql
}

// One that is alone has no siblings to look for: what its post becomes follows from itself.
function moveStatement({ rows, lock, given, set, along }: MoveParts, answer: Sql): Sql {
  const handed = given.map((name) => raw(`, m.${name} as given_${name}`))
  return sql`
    with moves as materialized (
      select r.*, t.post_id, ${shownState} as old from ${rows}
        join targets t on t.workspace_id = r.workspace_id and t.id = r.id and t.state = r.state
          and (r.fence is null or t.fence = r.fence)
      ${lock}
    ), moved as (
      update targets t set ${join([...set], ', ')} from moves m
      where t.workspace_id = m.workspace_id and t.id = m.id and t.state = m.state
        and (m.fence is null or t.fence = m.fence)
      returning t.*, m.old, m.result_event_id, m.post_event_id ${join([empty, ...handed], '')}
    ), siblings as (
      select t.workspace_id, t.post_id, t.id, t.root_id, t.part, ${shownState} as state from targets t
      where (t.workspace_id, t.post_id) in (select workspace_id, post_id from moves where not is_only_target)
        and not exists (select from moved m where m.workspace_id = t.workspace_id and m.id = t.id)
    ), ${movedEvents}${along}
    select ${answer}`
}

// A part that waits for its parent counts as something else than one that is held.
const shownState = sql`case when t.state = 'held' and t.hold_reason = 'parent' then 'chained' else t.state end`

// A step ends its lease, its hold and its question, unless it says otherwise.
function assignments(step: StepName, changes: Changes): Sql[] {
  const { to, by } = steps[step]
  const set = [
    sql`state = ${to}`,
    sql`updated_at = clock_timestamp()`,
    sql`next_action_at = ${changes.nextActionAt ?? sql`null`}`,
    sql`hold_reason = ${changes.holdReason ?? null}`,
    sql`review = ${changes.review ? JSON.stringify(changes.review) : null}::jsonb`,
  ]
  if (!changes.keepLease) set.push(sql`lease_owner = null`, sql`lease_until = null`)
  // What a person moves, no worker may go on with.
  if (by === 'person') set.push(sql`fence = t.fence + 1`)
  if (changes.dueNow) set.push(sql`scheduled_at = crier_now(t.workspace_id, t.mode)`)
  if (changes.lookFirst !== undefined) set.push(sql`look_first = ${changes.lookFirst}`)
  return set
}

function rowAssignments(changes: Changes): Sql[] {
  const set: Sql[] = []
  if (changes.artefacts !== undefined) set.push(sql`artefacts = ${JSON.stringify(changes.artefacts)}::jsonb`)
  if (changes.error !== undefined)
    set.push(sql`error = ${changes.error && JSON.stringify(changes.error)}::jsonb`)
  if (changes.tries !== undefined) set.push(sql`tries = ${changes.tries}`)
  if (changes.looks !== undefined) set.push(sql`looks = ${changes.looks}`)
  if (changes.remote) {
    set.push(
      sql`remote_id = ${changes.remote.id}`,
      sql`remote_url = ${changes.remote.url}`,
      sql`remote_reference = ${JSON.stringify(changes.remote.reference)}::jsonb`,
      sql`published_at = clock_timestamp()`,
    )
  }
  return set
}
