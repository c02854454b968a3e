import { raw, type Sql, sql } from '../db/database.ts'
import { insertEvents } from '../webhooks/record-event.ts'
import { shownState } from './move-statement.ts'

// The lock of a post puts its steps in order, so the time is a version that no earlier step had.
const newEvents = sql`
  select *, null::bigint as version from announced_results union all
  select *, null::bigint as version from announced_posts`

/**
 * The clauses by which a statement that moves targets writes their events: one when the derived status of a result (the
 * root with its thread) becomes a status that is announced, and one when the status of a post does. `moves` names the
 * clause of `findMoves`, `moved` the clause that returns `movedColumns`.
 */
export function movedEvents(moves: string, moved: string): Sql {
  return sql`
  siblings as (
    select t.workspace_id, t.post_id, t.id, t.root_id, t.part, ${shownState('t')} as state from targets t
    where (t.workspace_id, t.post_id) in (select workspace_id, post_id from ${raw(moves)} where not is_only_target)
      and not exists (select from ${raw(moved)} m where m.workspace_id = t.workspace_id and m.id = t.id)
  ), changed as (
    select workspace_id, post_id, id, root_id, part, position, mode, account_id, platform, remote_url, error, old,
      ${shownState(moved)} as new, result_event_id, post_event_id, true as is_moved
    from ${raw(moved)}
    union all
    select workspace_id, post_id, id, root_id, part, null, null, null, null, null, null, state, state, null, null, false
    from siblings
  ), weighed as (
    select c.*,
      max(old) filter (where id = root_id) over result as root_old,
      max(new) filter (where id = root_id) over result as root_new,
      array_agg(old) filter (where part = 'thread') over result as thread_old,
      array_agg(new) filter (where part = 'thread') over result as thread_new,
      array_agg(old) filter (where part <> 'first_comment' and old <> 'chained') over post as post_old,
      array_agg(new) filter (where part <> 'first_comment' and new <> 'chained') over post as post_new
    from changed c
    window result as (partition by workspace_id, post_id, root_id), post as (partition by workspace_id, post_id)
  ), results as materialized (
    select w.*, result_status(root_old, coalesce(thread_old, '{}')) as was,
      result_status(root_new, coalesce(thread_new, '{}')) as status
    from weighed w where is_moved and part <> 'first_comment'
  ), announced_results as (
    select distinct on (r.workspace_id, r.root_id) r.workspace_id, r.result_event_id as id, r.mode,
      'post_result.' || r.status as type, r.root_id as subject_id,
      jsonb_build_object('id', r.root_id, 'post_id', r.post_id, 'social_account_id', r.account_id,
        'platform', r.platform, 'status', r.status, 'success', r.status = 'published',
        'url', case when r.id = r.root_id then r.remote_url
          else (select t.remote_url from targets t where t.workspace_id = r.workspace_id and t.id = r.root_id) end,
        'error', r.error) as data
    from results r
    where r.status is distinct from r.was and r.status in ('published', 'failed', 'needs_review')
    order by r.workspace_id, r.root_id, r.position desc
  ), posts_moved as materialized (
    select w.workspace_id, w.post_id, w.mode, w.post_event_id,
      post_status(p.is_draft, p.scheduled_at is null, coalesce(w.post_old, '{}')) as was,
      post_status(p.is_draft, p.scheduled_at is null, coalesce(w.post_new, '{}')) as status
    from weighed w join posts p on p.workspace_id = w.workspace_id and p.id = w.post_id
    where w.is_moved
  ), announced_posts as (
    select distinct on (p.workspace_id, p.post_id) p.workspace_id, p.post_event_id as id, p.mode,
      'post.' || p.status as type, p.post_id as subject_id,
      jsonb_build_object('id', p.post_id, 'status', p.status, 'previous_status', p.was) as data
    from posts_moved p
    where p.status is distinct from p.was
      and p.status in ('processing', 'posted', 'partial', 'failed', 'needs_review', 'held', 'canceled')
    order by p.workspace_id, p.post_id
  ), announced as (
    ${insertEvents(newEvents)}
  )`
}
