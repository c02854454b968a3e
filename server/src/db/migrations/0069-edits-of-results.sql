-- expand
-- Changes of the text of what is public at a network: one row for each that was asked for.
create table result_edits (
  workspace_id uuid not null,
  id uuid not null,
  -- The root of the result, and the part of it whose text is changed.
  root_id uuid not null,
  target_id uuid not null,
  post_id uuid not null,
  text text not null,
  -- Options that are changed with it, such as the title of a video.
  options jsonb not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  -- When it is worked on next; while it is, the time at which its worker counts as dead.
  next_at timestamptz,
  -- Grows with each claim: a worker whose claim is older changes nothing.
  fence int not null default 0,
  -- How often the network was asked.
  tries int not null default 0,
  error jsonb,
  -- The last request to the network and its answer, without secrets and cut.
  exchange jsonb,
  actor_kind text not null check (actor_kind in ('key', 'user', 'operator', 'system')),
  actor_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, target_id) references targets on delete cascade,
  foreign key (workspace_id, post_id) references posts,
  check ((status = 'pending') = (next_at is not null)),
  check ((status = 'pending') = (ended_at is null)),
  check (status <> 'failed' or error is not null)
);
-- A result has at most one edit under way, so that none overtakes another.
create unique index result_edits_under_way on result_edits (workspace_id, root_id) where status = 'pending';
create index result_edits_due on result_edits (next_at) where status = 'pending';
create index result_edits_of_target on result_edits (workspace_id, target_id, id);
create index result_edits_of_post on result_edits (workspace_id, post_id);

-- The simulated network keeps the first text of a post, by which a repeated request is known again.
alter table sandbox_posts add column first_text text, add column edited_at timestamptz;
