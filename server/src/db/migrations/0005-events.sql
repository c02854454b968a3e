-- What happened, written in the transaction that made it happen.
create table events (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  type text not null,
  -- The post, target, account or media it tells of.
  subject_id uuid not null,
  -- Tells apart two events of one type on one subject, and makes a repeated write one event.
  version bigint not null,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, subject_id, type, version)
);
create index events_in_order on events (workspace_id, mode, created_at, id);
