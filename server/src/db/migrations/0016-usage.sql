-- expand
-- What was published, counted in the transaction that makes it so: a line for each target, for good.
create table usage (
  workspace_id uuid not null references workspaces,
  target_id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  platform text not null,
  published_at timestamptz not null,
  primary key (workspace_id, target_id)
);
create index usage_in_time on usage (workspace_id, mode, published_at);

insert into usage (workspace_id, target_id, mode, platform, published_at)
select workspace_id, id, mode, platform, coalesce(published_at, updated_at) from targets where state = 'published';
