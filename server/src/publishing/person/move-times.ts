import type { Mode } from '../../context.ts'
import { empty, type Queryable, sql } from '../../db/database.ts'
import { isInState } from '../../targets/state-sql.ts'
import { editableStates, type State, startedStates } from '../../targets/states.ts'
import { firstLook, leadOf } from '../timing.ts'

/** A target of a post whose times may be moved. */
export interface PlannedTarget {
  readonly id: string
  readonly post_id: string
  readonly scheduled_at: Date
  readonly state: State
  /** It is public or may be, on its way, asks a person, or a worker has it in hand. */
  readonly is_going_out: boolean
}

/** Locks the targets of posts, which are locked already, until the transaction ends. */
export function lockPlanned(
  tx: Queryable,
  workspaceId: string,
  postIds: readonly string[],
): Promise<PlannedTarget[]> {
  return readPlanned(tx, workspaceId, postIds, { lock: true })
}

/** Reads the targets of posts, in the order of their ids. */
export function readPlanned(
  db: Queryable,
  workspaceId: string,
  postIds: readonly string[],
  { lock }: { lock: boolean } = { lock: false },
): Promise<PlannedTarget[]> {
  return db.rows<PlannedTarget>(sql`
    select id, post_id, scheduled_at, state, state = any(${[...startedStates, 'needs_review']}::text[]) or look_first
      or coalesce(lease_until > clock_timestamp(), false) as is_going_out
    from targets where workspace_id = ${workspaceId} and post_id = any(${[...postIds]}::uuid[])
    order by id ${lock ? sql`for no key update` : empty}`)
}

export interface MovedTarget {
  readonly id: string
  readonly scheduled_at: Date
}

/**
 * Gives waiting targets other times; their content, and what was prepared of it, stays. The caller has locked them, and the
 * clock of test data. A claimed target must not be moved: its worker would go by the old time.
 */
export async function moveTimes(
  tx: Queryable,
  place: { readonly workspaceId: string; readonly mode: Mode },
  targets: readonly MovedTarget[],
  prepareLeadMs: number,
): Promise<void> {
  const rows = targets.map(({ id, scheduled_at }) => ({ id, at: scheduled_at.toISOString() }))
  const look = firstLook(sql`r.at`, sql`t.workspace_id`, sql`t.mode`, leadOf(sql`t.content`, prepareLeadMs))
  await tx.run(sql`
    update targets t set scheduled_at = r.at, updated_at = clock_timestamp(),
      next_action_at = case when t.state in ('scheduled', 'ready') then ${look} else t.next_action_at end
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, at timestamptz)
    where t.workspace_id = ${place.workspaceId} and t.mode = ${place.mode} and t.id = r.id
      and ${isInState('t', editableStates)}`)
}
