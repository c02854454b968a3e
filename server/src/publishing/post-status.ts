import { sql } from '../db/database.ts'
import { isInState, isLeftUnknown, isNotInState } from './state-sql.ts'
import { outcomeStates, steps } from './target.ts'

/** The state of a target as it counts for its post and its result. */
const counted = sql`case when t.state = 'held' and t.hold_reason = 'parent' then 'chained' else t.state end`

/** The status of a post, derived from its targets: `select ${postStatus} as status from posts p`. */
export const postStatus = sql`(
  select post_status(p.is_draft, p.scheduled_at is null,
    coalesce(array_agg(${counted}) filter (where ${counted} <> 'chained'), '{}'))
  from targets t
  where t.workspace_id = p.workspace_id and t.post_id = p.id and t.part <> 'first_comment')`

/** The status of a result: `select ${resultStatus} as status from targets r` where r is a root. */
export const resultStatus = sql`result_status(r.state, (
  select coalesce(array_agg(${counted}), '{}')
  from targets t
  where t.workspace_id = r.workspace_id and t.post_id = r.post_id and t.root_id = r.id and t.part = 'thread'))`

/**
 * Whether a result, the root `r` with its thread, has come to its end and is known not to be public unless it says so. Its
 * conditions are constants, so that the index of outcomes serves it.
 */
export const isOutcome = sql`(
  ${isInState('r', outcomeStates)} and not ${isLeftUnknown('r')} and not exists (
    select from targets t
    where t.workspace_id = r.workspace_id and t.post_id = r.post_id and t.root_id = r.id and t.part = 'thread'
      and (${isNotInState('t', outcomeStates)} or ${isLeftUnknown('t')})))`

/** Whether a post `p` that is no draft may be changed: nothing of it is out, on its way, in review or settled. */
export const mayBeEdited = sql`not exists (
  select from targets t where t.workspace_id = p.workspace_id and t.post_id = p.id
    and (${isNotInState('t', steps.edit.from)} or t.look_first))`
