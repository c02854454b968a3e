-- expand
-- The results that need a person, or wait for one, in workspaces with very many others.
create index concurrently if not exists targets_for_people on targets (workspace_id, mode, state, updated_at desc)
  where state in ('needs_review', 'failed', 'held');
create index concurrently if not exists posts_in_approval on posts (workspace_id, mode, approval_state, approval_at)
  where approval_state in ('waiting', 'returned') and deleted_at is null;
