-- expand
-- The posts of one recurrence.
create index concurrently if not exists posts_of_recurrence on posts (workspace_id, recurrence_id, created_at desc, id desc)
  where recurrence_id is not null and deleted_at is null;
