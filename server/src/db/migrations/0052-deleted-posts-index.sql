-- expand
-- The audit log shows the creation of posts that are deleted by now.
create index concurrently if not exists posts_deleted_newest on posts (workspace_id, mode, created_at desc, id desc)
  where deleted_at is not null;
