-- expand
-- A thread of which a part is held is held, also where further parts wait behind that one: nothing of it is going on.
create or replace function result_status(root_state text, thread_states text[]) returns text
language sql immutable parallel safe as $$
  select case
    when root_state in ('scheduled', 'preparing', 'ready') then 'pending'
    when root_state in ('committing', 'unknown') then 'publishing'
    when root_state <> 'published' then root_state
    when 'needs_review' = any(thread_states) then 'needs_review'
    when thread_states && array['scheduled', 'preparing', 'ready', 'committing', 'unknown', 'confirming'] then 'publishing'
    when 'held' = any(thread_states) then 'held'
    when 'chained' = any(thread_states) then 'publishing'
    when thread_states && array['failed', 'canceled'] then 'failed'
    else 'published'
  end
$$;
