import { raw, type Sql, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import type { Seen } from './target.ts'

/** A target as a row of a statement that moves it, with ids for the two events that the move may make. */
export function seenRow(seen: Seen) {
  return {
    workspace_id: seen.workspaceId,
    id: seen.id,
    state: seen.state,
    fence: seen.fence,
    is_only_target: seen.isOnlyTarget,
    result_event_id: newId(),
    post_event_id: newId(),
  }
}

/** The columns of `seenRow`, for `jsonb_to_recordset`. */
export const seenColumns = sql`workspace_id uuid, id uuid, state text, fence bigint, is_only_target boolean,
  result_event_id uuid, post_event_id uuid`

/**
 * The first clause of a statement that moves targets: `moves`, the rows of `r` whose targets are still as they were
 * seen, with the state that people were shown until now as `old`. `lock` may say how the targets `t` are locked.
 */
export function findMoves(r: Sql, lock: Sql): Sql {
  return sql`
    moves as materialized (
      select r.*, t.post_id, ${shownState('t')} as old from ${r}
        join targets t on t.workspace_id = r.workspace_id and t.id = r.id and t.state = r.state
          and (r.fence is null or t.fence = r.fence)
      ${lock}
    )`
}

/** Whether the target `t` is still the one that was seen as `m`. */
export function isAsSeen(t: string, m: string): Sql {
  return raw(`${t}.workspace_id = ${m}.workspace_id and ${t}.id = ${m}.id and ${t}.state = ${m}.state
    and (${m}.fence is null or ${t}.fence = ${m}.fence)`)
}

/** The columns of `moved` that `movedEvents` reads: of the target `t` after its step, and of its row `m` in `moves`. */
export function movedColumns(t: string, m: string): Sql {
  const ofTarget = 'workspace_id id post_id root_id part position state hold_reason mode account_id platform'
  const names = `${ofTarget} remote_url error`.split(' ').map((name) => `${t}.${name}`)
  return raw([...names, `${m}.old`, `${m}.result_event_id`, `${m}.post_event_id`].join(', '))
}

/** The state of the target `t` as its results count it: a part that waits for its parent is not simply held. */
export function shownState(t: string): Sql {
  return raw(
    `case when ${t}.state = 'held' and ${t}.hold_reason = 'parent' then 'chained' else ${t}.state end`,
  )
}
