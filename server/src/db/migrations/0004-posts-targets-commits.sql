create table posts (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  -- The key or user that made it.
  author_id uuid not null,
  caption text not null,
  -- In order: [{"id", "media_id", "public_name", "alt_text", "focus"}]; alt_text and focus are null unless given with the post.
  media jsonb not null default '[]',
  -- In the order sent. A draft's accounts stand only here; targets are made when it is promoted.
  account_ids uuid[] not null,
  is_draft boolean not null,
  -- Null: publish at once.
  scheduled_at timestamptz,
  late_policy text not null,
  -- As sent, to the letter.
  platform_configurations json,
  account_configurations json,
  external_id text,
  metadata jsonb not null default '{}',
  tags text[] not null default '{}',
  -- What was found wrong when it was last saved, without standing in its way.
  warnings jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  primary key (workspace_id, id)
);
create index posts_newest on posts (workspace_id, mode, created_at desc, id desc) where deleted_at is null;
create index posts_external_id on posts (workspace_id, external_id) where external_id is not null;

-- Which media a post uses, anywhere in it; what is used cannot be deleted.
create table post_media (
  workspace_id uuid not null,
  post_id uuid not null,
  media_id uuid not null,
  primary key (workspace_id, media_id, post_id),
  foreign key (workspace_id, post_id) references posts on delete cascade,
  foreign key (workspace_id, media_id) references media
);
create index post_media_of_post on post_media (workspace_id, post_id);

-- One post on one social account. docs/states.md draws its states; publishing/target.ts is their table.
create table targets (
  workspace_id uuid not null,
  id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  post_id uuid not null,
  account_id uuid not null,
  platform text not null,
  -- A part of a thread or a first comment is chained to the part before it; all share the root.
  part text not null default 'post' check (part in ('post', 'thread', 'first_comment')),
  position int not null default 0,
  root_id uuid not null,
  parent_id uuid,
  -- Breaks ties of scheduled_at in the order of one account.
  seq bigint not null generated always as identity,
  scheduled_at timestamptz not null,
  late_policy text not null,
  state text not null check (state in ('scheduled', 'preparing', 'ready', 'committing', 'confirming', 'unknown', 'held',
    'published', 'failed', 'canceled', 'needs_review')),
  hold_reason text,
  review jsonb,
  -- The draft as this target says it: {"text", "media", "options"}.
  content jsonb not null,
  content_version int not null default 1,
  artefacts jsonb not null default '{}',
  fence bigint not null default 0,
  lease_owner text,
  lease_until timestamptz,
  -- The only timer.
  next_action_at timestamptz,
  -- Failed tries since the last edit, for the backoff.
  tries int not null default 0,
  -- Looks at the network since the last send.
  looks int not null default 0,
  remote_id text,
  remote_url text,
  remote_reference jsonb,
  error jsonb,
  published_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, post_id, account_id, position),
  foreign key (workspace_id, post_id) references posts,
  foreign key (workspace_id, account_id) references social_accounts,
  foreign key (workspace_id, parent_id) references targets,
  -- No orphan: whatever is not settled or held has a time at which somebody looks at it.
  check (state in ('published', 'failed', 'canceled', 'needs_review', 'held') or next_action_at is not null),
  check ((state = 'held') = (hold_reason is not null)),
  check ((state = 'needs_review') = (review is not null)),
  check (state <> 'published' or (remote_id is not null and published_at is not null))
);
create index targets_due on targets (next_action_at)
  where state not in ('published', 'failed', 'canceled', 'needs_review', 'held');
-- An account has at most one target whose publish may be in flight.
create unique index targets_one_in_flight on targets (workspace_id, account_id) where state in ('committing', 'unknown');
create index targets_order on targets (workspace_id, account_id, scheduled_at, seq)
  where state not in ('published', 'failed', 'canceled', 'needs_review');
create index targets_of_parent on targets (workspace_id, parent_id) where parent_id is not null;
create index targets_newest on targets (workspace_id, mode, created_at desc, id desc) where part = 'post';

-- The write-ahead record: the exact bytes of a commit, durable before they are sent.
create table commits (
  workspace_id uuid not null,
  id uuid not null,
  target_id uuid not null,
  fence bigint not null,
  idempotency_key text not null,
  -- The composed request as UTF-8 JSON, and its SHA-256. Resends send it again, never a new one.
  request bytea not null,
  request_sha256 bytea not null,
  outcome text not null default 'pending'
    check (outcome in ('pending', 'unknown', 'accepted', 'ok', 'rejected', 'not_sent', 'absent')),
  -- A send of this record may have arrived although its answer did not.
  ambiguous boolean not null default false,
  sends int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  send_deadline timestamptz not null,
  -- The quarantine: without an answer, the network is asked what it did no earlier than this.
  look_after timestamptz not null,
  first_sent_at timestamptz not null default clock_timestamp(),
  ref text,
  -- Appended to, also by a worker that lost its lease: [{"at", "what", ...}].
  evidence jsonb not null default '[]',
  error jsonb,
  settled_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, target_id) references targets
);
-- The guard: no second send while one is not proven to have had no effect.
create unique index commits_one_open on commits (workspace_id, target_id)
  where outcome in ('pending', 'unknown', 'accepted', 'ok');
create index commits_of_target on commits (workspace_id, target_id, created_at);

-- A try that failed before anything could become public; with the commits these are the attempts people see.
create table failed_prepares (
  workspace_id uuid not null,
  id uuid not null,
  target_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz not null default clock_timestamp(),
  error jsonb not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, target_id) references targets
);
create index failed_prepares_of_target on failed_prepares (workspace_id, target_id, started_at);

-- Stops everything (no platform, no workspace), a platform or a workspace; looked at inside the commit-intent.
create table pauses (
  id uuid primary key,
  platform text,
  workspace_id uuid references workspaces,
  reason text not null default '',
  created_at timestamptz not null default clock_timestamp()
);

-- A post's status from the states of its targets (first comments left out; a part that waits for its parent counts as
-- 'chained'). Stored nowhere; docs/states.md says why the order of the questions is this one.
create function post_status(is_draft boolean, immediate boolean, states text[]) returns text
language sql immutable parallel safe as $$
  select case
    when is_draft then 'draft'
    when 'needs_review' = any(states) then 'needs_review'
    when states && array['committing', 'unknown', 'confirming'] then 'processing'
    when states <@ array['canceled'] then 'canceled'
    when states && array['scheduled', 'preparing', 'ready'] then
      case when immediate or 'published' = any(states) then 'processing' else 'scheduled' end
    when 'held' = any(states) then 'held'
    when states <@ array['published'] then 'posted'
    when 'published' = any(states) then 'partial'
    else 'failed'
  end
$$;

-- The status of one account's result: its root, until that is published; then whatever its thread still owes.
create function result_status(root_state text, thread_states text[]) returns text
language sql immutable parallel safe as $$
  select case
    when root_state in ('scheduled', 'preparing', 'ready') then 'pending'
    when root_state in ('committing', 'unknown') then 'publishing'
    when root_state <> 'published' then root_state
    when 'needs_review' = any(thread_states) then 'needs_review'
    when thread_states && array['scheduled', 'preparing', 'ready', 'committing', 'unknown', 'confirming', 'chained']
      then 'publishing'
    when 'held' = any(thread_states) then 'held'
    when thread_states && array['failed', 'canceled'] then 'failed'
    else 'published'
  end
$$;
