import { raw, type Sql, sql } from '../db/database.ts'
import { isInState, isLeftUnknown, isNotInState } from '../targets/state-sql.ts'
import { outcomeStates } from '../targets/states.ts'
import { steps } from './target.ts'

// The state of a part as it counts for its post and its result.
const counted = sql`case when part.state = 'held' and part.hold_reason = 'parent' then 'chained' else part.state end`

/** The status of the post `alias`, derived from its targets. */
export function postStatus(alias: string): Sql {
  const post = raw(alias)
  return sql`(
  select post_status(${post}.is_draft, ${post}.scheduled_at is null,
    coalesce(array_agg(${counted}) filter (where ${counted} <> 'chained'), '{}'))
  from targets part
  where part.workspace_id = ${post}.workspace_id and part.post_id = ${post}.id and part.part <> 'first_comment')`
}

/** The status of a result, whose root is the target `alias`. */
export function resultStatus(alias: string): Sql {
  return sql`result_status(${raw(alias)}.state, (
  select coalesce(array_agg(${counted}), '{}') from targets part where ${isInThreadOf(alias)}))`
}

/**
 * Whether a result, the root `alias` with its thread, has come to its end and is known not to be public unless it says so. Its
 * conditions are constants, so that the index of outcomes serves it.
 */
export function isOutcome(alias: string): Sql {
  return sql`(
  ${isInState(alias, outcomeStates)} and not ${isLeftUnknown(alias)} and not exists (
    select from targets part where ${isInThreadOf(alias)}
      and (${isNotInState('part', outcomeStates)} or ${isLeftUnknown('part')})))`
}

function isInThreadOf(alias: string): Sql {
  const root = raw(alias)
  return sql`part.workspace_id = ${root}.workspace_id and part.post_id = ${root}.post_id and part.root_id = ${root}.id
    and part.part = 'thread'`
}

/** Whether the post `alias`, which is no draft, may be changed: nothing of it is out, on its way, in review or settled. */
export function mayBeEdited(alias: string): Sql {
  const post = raw(alias)
  return sql`not exists (
  select from targets part where part.workspace_id = ${post}.workspace_id and part.post_id = ${post}.id
    and (${isNotInState('part', steps.edit.from)} or part.look_first))`
}
