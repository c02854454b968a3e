-- expand
-- The places of the queue that are taken.
create index concurrently if not exists posts_queued on posts (workspace_id, mode, queue_slot_at)
  where queue_slot_id is not null and deleted_at is null;
-- Posts in the order of their times, as lists and the calendar show them.
create index concurrently if not exists posts_by_time
  on posts (workspace_id, mode, coalesce(scheduled_at, created_at), id) where deleted_at is null;
