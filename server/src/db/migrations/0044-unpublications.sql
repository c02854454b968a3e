-- expand
-- The deletion of a result at its network, with every public part of it: one row for each result that was asked for.
create table unpublications (
  workspace_id uuid not null,
  -- The root of the result.
  target_id uuid not null,
  post_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  -- When it is worked on next; while it is, the time at which its worker counts as dead.
  next_at timestamptz,
  -- Grows with each claim: a worker whose claim is older changes nothing.
  fence int not null default 0,
  -- Failed tries since it was asked for, for the pauses between them.
  tries int not null default 0,
  -- The positions of the parts that are deleted.
  deleted_parts int[] not null default '{}',
  error jsonb,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, target_id),
  foreign key (workspace_id, target_id) references targets on delete cascade,
  foreign key (workspace_id, post_id) references posts,
  check ((status = 'pending') = (next_at is not null)),
  check (status <> 'failed' or error is not null)
);
create index unpublications_due on unpublications (next_at) where status = 'pending';
create index unpublications_of_post on unpublications (workspace_id, post_id);

-- A post that its profile deleted: nobody sees it any more, and its key still belongs to it.
alter table sandbox_posts add column deleted_at timestamptz;
