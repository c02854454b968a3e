import type { Actor } from '../callers/actor-of.ts'
import { empty, join, type Queryable, type Sql, sql } from '../db/database.ts'
import type { Json } from '../lib/json/json.ts'
import type { ShownParts } from '../lib/text/sentence.ts'
import type { ErrorCode } from './error-catalog.ts'
import { findMoves, isAsSeen, movedColumns, seenColumns, seenRow } from './move-statement.ts'
import { movedEvents } from './moved-events.ts'
import { type HoldReason, IllegalStep, isLegal, type Seen, type StepName, steps } from './target.ts'

/** The changes that go with a step. A member left out changes nothing, but the lease ends and the old reason goes. */
export interface Changes {
  /** An SQL time; needed unless the new state is settled or held. */
  nextActionAt?: Sql
  /** The worker goes on with the target: the lease stays. */
  keepLease?: true
  holdReason?: HoldReason
  review?: Review
  artefacts?: Json
  error?: TargetError | null
  remote?: { id: string; url: string; reference: Json }
  tries?: number
  looks?: number
  canceledBy?: Actor
  /** Due now, by the clock of the workspace. */
  dueNow?: true
  /** Whether the open commit must be looked for once more before anything else is sent. */
  lookFirst?: boolean
}

/** Why a target asks a person, and what helps to answer. */
export interface Review {
  reason: 'answer_lost' | 'missed_window' | 'duplicate_seen' | 'restored'
  /** When it was sent; null when it never was. */
  sent_at: string | null
  /** The address at which a person should look, and the text to look for. */
  look_at: string | null
  look_for: string | null
  looked_at: string | null
  /** The ids of the posts that were seen there, and their addresses in the same order. */
  found: string[]
  found_urls?: (string | null)[]
}

/** Why an attempt did not work, as it is stored and shown. */
export interface TargetError extends ShownParts {
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
  requireLegal(seen, step)
  if (!seen.isOnlyTarget) {
    await tx.run(sql`
      select from posts where workspace_id = ${seen.workspaceId} and id = ${seen.postId} for no key update`)
  }
  // One row costs little, so the other targets of its post are always counted.
  const row = { ...seenRow(seen), is_only_target: false }
  const moved = await tx.row<{ moved: number }>(sql`
    with ${findMoves(sql`jsonb_to_record(${JSON.stringify(row)}::jsonb) as r(${seenColumns})`, empty)},
    moved as (
      update targets t set ${join([...stepAssignments(step, changes), ...valueAssignments(changes)], ', ')}
      from moves m where ${isAsSeen('t', 'm')}
      returning ${movedColumns('t', 'm')}
    ), ${movedEvents('moves', 'moved')}
    select count(*)::int as moved from moved`)
  return moved?.moved === 1
}

/**
 * Moves many targets by one step, each with the same changes. Targets that somebody else has locked are left out, so
 * that a batch waits for nobody. The caller holds the lock of each post that has other targets. Answers how many moved.
 * @throws IllegalStep when the table has no such step; then nothing has moved.
 */
export async function moveTargets(
  tx: Queryable,
  all: readonly Seen[],
  step: StepName,
  changes: Pick<Changes, 'nextActionAt' | 'keepLease' | 'holdReason'>,
): Promise<number> {
  for (const seen of all) requireLegal(seen, step)
  const rows = sql`jsonb_to_recordset(${JSON.stringify(all.map(seenRow))}::jsonb) as r(${seenColumns})`
  const moved = await tx.row<{ moved: number }>(sql`
    with ${findMoves(rows, sql`for no key update of t skip locked`)},
    moved as (
      update targets t set ${join(stepAssignments(step, changes), ', ')}
      from moves m where ${isAsSeen('t', 'm')}
      returning ${movedColumns('t', 'm')}
    ), ${movedEvents('moves', 'moved')}
    select count(*)::int as moved from moved`)
  return moved?.moved ?? 0
}

/** @throws IllegalStep when the table has no such step from the target's state. */
export function requireLegal(seen: Seen, step: StepName): void {
  if (!isLegal(step, seen.state)) throw new IllegalStep(step, seen.state)
}

// A step ends the lease, the hold and the question of its target, unless `changes` says otherwise.
function stepAssignments(step: StepName, changes: Changes): Sql[] {
  const { to, by } = steps[step]
  const set = [
    sql`state = ${to}`,
    sql`updated_at = clock_timestamp()`,
    sql`next_action_at = ${changes.nextActionAt ?? sql`null`}`,
    sql`hold_reason = ${changes.holdReason ?? null}`,
    sql`review = ${changes.review ? JSON.stringify(changes.review) : null}::jsonb`,
  ]
  if (!changes.keepLease) set.push(sql`lease_owner = null`, sql`lease_until = null`)
  // A worker whose claim carries the old fence can change nothing after a person moved the target.
  if (by === 'person') set.push(sql`fence = t.fence + 1`)
  // PostgreSQL refuses every step that would let a target go on while it awaits approval.
  if (step === 'ask_approval') set.push(sql`awaits_approval = true`)
  if (step === 'approve') set.push(sql`awaits_approval = false`)
  if (changes.dueNow) set.push(sql`scheduled_at = crier_now(t.workspace_id, t.mode)`)
  if (changes.lookFirst !== undefined) set.push(sql`look_first = ${changes.lookFirst}`)
  return set
}

function valueAssignments(changes: Changes): Sql[] {
  const set: Sql[] = []
  if (changes.artefacts !== undefined) set.push(sql`artefacts = ${JSON.stringify(changes.artefacts)}::jsonb`)
  if (changes.error !== undefined)
    set.push(sql`error = ${changes.error && JSON.stringify(changes.error)}::jsonb`)
  if (changes.tries !== undefined) set.push(sql`tries = ${changes.tries}`)
  if (changes.looks !== undefined) set.push(sql`looks = ${changes.looks}`)
  if (changes.canceledBy) set.push(sql`canceled_by = ${JSON.stringify(changes.canceledBy)}::jsonb`)
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
