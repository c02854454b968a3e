import { join, type Queryable, type Sql, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import type { Json } from '../lib/json.ts'
import type { ErrorCode } from './error-catalog.ts'
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
  alone: boolean
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
  found: string[]
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
  if (!seen.alone) {
    await tx.run(sql`
      select from posts where workspace_id = ${seen.workspaceId} and id = ${seen.postId} for no key update`)
  }
  const moved = await tx.row<{ moved: number }>(moveStatement(seen, step, changes))
  return moved?.moved === 1
}

function moveStatement(seen: Seen, step: StepName, changes: Changes): Sql {
  const fence = seen.fence === null ? sql`` : sql` and fence = ${seen.fence}`
  return sql`
    with before as (
      select t.id, t.root_id, t.part,
        case when t.state = 'held' and t.hold_reason = 'parent' then 'chained' else t.state end as state
      from targets t where t.workspace_id = ${seen.workspaceId} and t.post_id = ${seen.postId}
    ), moved as (
      update targets set ${join(assignments(step, changes), ', ')}
      where workspace_id = ${seen.workspaceId} and id = ${seen.id} and state = ${seen.state}${fence}
      returning *
    ), after as (
      select b.id, b.root_id, b.part, case when b.id <> m.id then b.state
        when m.state = 'held' and m.hold_reason = 'parent' then 'chained' else m.state end as state
      from before b cross join moved m
    ), ${resultEvent}, ${postEvent}, written as (
      insert into events (workspace_id, id, mode, type, subject_id, version, data)
      select workspace_id, id, mode, type, subject_id, version, data
      from (select ${newId()}::uuid as id, * from result_event
        union all select ${newId()}::uuid, * from post_event) news
      on conflict (workspace_id, subject_id, type, version) do nothing
    )
    select count(*)::int as moved from moved`
}

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
  if (by === 'person') set.push(sql`fence = fence + 1`)
  if (changes.artefacts !== undefined) set.push(sql`artefacts = ${JSON.stringify(changes.artefacts)}::jsonb`)
  if (changes.error !== undefined)
    set.push(sql`error = ${changes.error && JSON.stringify(changes.error)}::jsonb`)
  if (changes.tries !== undefined) set.push(sql`tries = ${changes.tries}`)
  if (changes.looks !== undefined) set.push(sql`looks = ${changes.looks}`)
  if (changes.dueNow) set.push(sql`scheduled_at = crier_now(workspace_id, mode)`)
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

// A version that no earlier step of this target or post had: steps of one post are serialized by its lock.
const version = sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`

/** One event when the derived status of the result (the root with its thread) becomes one that is told. */
const resultEvent = sql`
  result_statuses as (
    select m.root_id,
      result_status((select state from before where id = m.root_id),
        (select coalesce(array_agg(state), '{}') from before where root_id = m.root_id and part = 'thread')) as old,
      result_status((select state from after where id = m.root_id),
        (select coalesce(array_agg(state), '{}') from after where root_id = m.root_id and part = 'thread')) as new
    from moved m where m.part <> 'first_comment'
  ), result_event as (
    select m.workspace_id, m.mode, 'post_result.' || s.new as type, m.root_id as subject_id, ${version} as version,
      jsonb_build_object('id', m.root_id, 'post_id', m.post_id, 'social_account_id', m.account_id,
        'platform', m.platform, 'status', s.new, 'success', s.new = 'published',
        'url', case when m.id = m.root_id then m.remote_url
          else (select remote_url from targets where workspace_id = m.workspace_id and id = m.root_id) end,
        'error', m.error) as data
    from moved m cross join result_statuses s
    where s.new is distinct from s.old and s.new in ('published', 'failed', 'needs_review')
  )`

const postEvent = sql`
  post_statuses as (
    select p.id,
      post_status(p.is_draft, p.scheduled_at is null, (select coalesce(array_agg(state), '{}') from before
        where part <> 'first_comment' and state <> 'chained')) as old,
      post_status(p.is_draft, p.scheduled_at is null, (select coalesce(array_agg(state), '{}') from after
        where part <> 'first_comment' and state <> 'chained')) as new
    from moved m join posts p on p.workspace_id = m.workspace_id and p.id = m.post_id
  ), post_event as (
    select m.workspace_id, m.mode, 'post.' || s.new as type, m.post_id as subject_id, ${version} as version,
      jsonb_build_object('id', m.post_id, 'status', s.new, 'previous_status', s.old) as data
    from moved m cross join post_statuses s
    where s.new is distinct from s.old
      and s.new in ('processing', 'posted', 'partial', 'failed', 'needs_review', 'held', 'canceled')
  )`
