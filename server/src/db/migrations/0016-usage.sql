-- expand
-- What was published, for good: a line for each target, written in the transaction that makes it so. By the database, so
-- that also what the version before publishes, beside this one, is counted.
create table usage (
  workspace_id uuid not null references workspaces,
  target_id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  platform text not null,
  published_at timestamptz not null,
  primary key (workspace_id, target_id)
);
create index usage_in_time on usage (workspace_id, mode, published_at);

create function count_published() returns trigger
language plpgsql as $$
begin
  insert into usage (workspace_id, target_id, mode, platform, published_at)
  values (new.workspace_id, new.id, new.mode, new.platform, coalesce(new.published_at, clock_timestamp()))
  on conflict do nothing;
  return null;
end
$$;
create trigger targets_counted after update of state on targets
  for each row when (new.state = 'published' and old.state <> 'published') execute function count_published();

insert into usage (workspace_id, target_id, mode, platform, published_at)
select workspace_id, id, mode, platform, coalesce(published_at, updated_at) from targets where state = 'published'
on conflict do nothing;
