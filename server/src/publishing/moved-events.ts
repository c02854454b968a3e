import { sql } from '../db/database.ts'

// A version that no earlier step of this target or post had: steps of one post are serialized by its lock.
const version = sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`

/**
 * The clauses of a statement that moves targets by which their events are written: one when the derived status of a
 * result (the root with its thread) becomes one that is told, and one when that of a post does. They read `before`, all
 * targets of the posts as they were, and `moved`, those that moved as they are.
 */
export const movedEvents = sql`
  changed as (
    select b.workspace_id, b.post_id, b.id, b.root_id, b.part, b.state as old,
      case when m.id is null then b.state when m.state = 'held' and m.hold_reason = 'parent' then 'chained'
        else m.state end as new
    from before b left join moved m on m.workspace_id = b.workspace_id and m.id = b.id
  ), results as (
    select c.workspace_id, c.root_id,
      result_status(max(c.old) filter (where c.id = c.root_id),
        coalesce(array_agg(c.old) filter (where c.part = 'thread'), '{}')) as old,
      result_status(max(c.new) filter (where c.id = c.root_id),
        coalesce(array_agg(c.new) filter (where c.part = 'thread'), '{}')) as new
    from changed c group by c.workspace_id, c.root_id
  ), told_results as (
    select distinct on (m.workspace_id, m.root_id) m.workspace_id, m.result_event_id as id, m.mode,
      'post_result.' || r.new as type, m.root_id as subject_id,
      jsonb_build_object('id', m.root_id, 'post_id', m.post_id, 'social_account_id', m.account_id,
        'platform', m.platform, 'status', r.new, 'success', r.new = 'published',
        'url', case when m.id = m.root_id then m.remote_url
          else (select t.remote_url from targets t where t.workspace_id = m.workspace_id and t.id = m.root_id) end,
        'error', m.error) as data
    from moved m join results r on r.workspace_id = m.workspace_id and r.root_id = m.root_id
    where m.part <> 'first_comment' and r.new is distinct from r.old
      and r.new in ('published', 'failed', 'needs_review')
    order by m.workspace_id, m.root_id, m.position desc
  ), post_states as (
    select c.workspace_id, c.post_id, coalesce(array_agg(c.old) filter (where c.old <> 'chained'), '{}') as old,
      coalesce(array_agg(c.new) filter (where c.new <> 'chained'), '{}') as new
    from changed c where c.part <> 'first_comment' group by c.workspace_id, c.post_id
  ), posts_told as (
    select p.workspace_id, p.id, post_status(p.is_draft, p.scheduled_at is null, s.old) as old,
      post_status(p.is_draft, p.scheduled_at is null, s.new) as new
    from post_states s join posts p on p.workspace_id = s.workspace_id and p.id = s.post_id
  ), told_posts as (
    select distinct on (m.workspace_id, m.post_id) m.workspace_id, m.post_event_id as id, m.mode,
      'post.' || s.new as type, m.post_id as subject_id,
      jsonb_build_object('id', m.post_id, 'status', s.new, 'previous_status', s.old) as data
    from moved m join posts_told s on s.workspace_id = m.workspace_id and s.id = m.post_id
    where s.new is distinct from s.old
      and s.new in ('processing', 'posted', 'partial', 'failed', 'needs_review', 'held', 'canceled')
    order by m.workspace_id, m.post_id
  ), told as (
    insert into events (workspace_id, id, mode, type, subject_id, version, data)
    select workspace_id, id, mode, type, subject_id, ${version}, data
    from (select * from told_results union all select * from told_posts) news
    on conflict (workspace_id, subject_id, type, version) do nothing
  )`
