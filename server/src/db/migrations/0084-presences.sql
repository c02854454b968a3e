-- expand
-- Who has a post open in the app. It holds for less than a minute, so a crash of the database may lose it.
create unlogged table presences (
  workspace_id uuid not null references workspaces on delete cascade,
  post_id uuid not null,
  user_id uuid not null references users on delete cascade,
  seen_at timestamptz not null,
  primary key (workspace_id, post_id, user_id)
);
