-- expand
-- A piece of text that people of a workspace put into their posts again and again.
create table saved_texts (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  name text not null,
  -- The name as it is compared: another may not differ from it in case alone.
  name_key text not null,
  body text not null,
  -- The networks that it is meant for; empty: every network.
  platforms text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, mode, name_key)
);
