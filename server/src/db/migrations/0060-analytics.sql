-- expand
-- A result that has come to its end, as analytics counts it: its outcome, and the figures that its network tells.
create table result_figures (
  workspace_id uuid not null,
  post_result_id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  account_id uuid not null,
  platform text not null,
  outcome text not null check (outcome in ('published', 'failed')),
  -- A thread may have failed after its first post became public.
  is_public boolean not null,
  -- When it became public, or failed; by the clock of its mode, as every time here that is not said to be real.
  at timestamptz not null,
  -- The step of its lateness, and -1 where it failed; analytics/lateness.ts says how long a step is.
  step smallint not null,
  -- Null: the network has not told.
  views bigint,
  reach bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  saves bigint,
  clicks bigint,
  -- Real time.
  measured_at timestamptz,
  -- When its network is asked next; null: never again.
  next_at timestamptz,
  -- How many times in a row the network did not find it.
  misses int not null default 0,
  primary key (workspace_id, post_result_id),
  foreign key (workspace_id, post_result_id) references targets on delete cascade
);
create index result_figures_in_time on result_figures (workspace_id, mode, at desc, post_result_id desc);
create index result_figures_due on result_figures (workspace_id, account_id, next_at) where next_at is not null;

-- The figures of a result at the end of each day on which its network was asked, days in UTC.
create table result_days (
  workspace_id uuid not null,
  post_result_id uuid not null,
  day date not null,
  views bigint,
  reach bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  saves bigint,
  clicks bigint,
  primary key (workspace_id, post_result_id, day),
  foreign key (workspace_id, post_result_id) references result_figures on delete cascade
);

-- How many results of each step there are: for each account in months and days in UTC, and over all accounts, which then have
-- the id of zeros, in hours that begin at the minute 0, 15, 30 or 45. Days of every time zone are made of one of these four.
create table outcome_counts (
  workspace_id uuid not null references workspaces,
  mode text not null check (mode in ('live', 'test')),
  grain text not null check (grain in ('month', 'day', 'hour0', 'hour15', 'hour30', 'hour45')),
  starts_at timestamptz not null,
  account_id uuid not null,
  step smallint not null,
  results int not null,
  -- Summaries read the index alone.
  primary key (workspace_id, mode, grain, starts_at, account_id, step) include (results)
);

-- The sums of the latest figures of all results that became public in a span, spans as above.
create table figure_sums (
  workspace_id uuid not null references workspaces,
  mode text not null check (mode in ('live', 'test')),
  grain text not null check (grain in ('month', 'day', 'hour0', 'hour15', 'hour30', 'hour45')),
  starts_at timestamptz not null,
  account_id uuid not null,
  views bigint,
  reach bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  saves bigint,
  clicks bigint,
  primary key (workspace_id, mode, grain, starts_at, account_id)
);

-- An account whose network is asked for figures: by one process at a time.
create table figure_turns (
  workspace_id uuid not null,
  account_id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  platform text not null,
  -- The earliest `next_at` of its results; null: none.
  due_at timestamptz,
  -- The account rests until this real time.
  rest_until timestamptz,
  -- Why its network told nothing, in a sentence.
  reason text,
  -- Turns that failed in a row, for the pauses between them.
  failures int not null default 0,
  -- Real time; the process that has the turn counts as dead afterwards.
  lease_until timestamptz,
  -- Grows with each turn: a process whose turn is older changes nothing.
  fence bigint not null default 0,
  primary key (workspace_id, account_id),
  foreign key (workspace_id, account_id) references social_accounts
);
create index figure_turns_due on figure_turns (platform, due_at) where due_at is not null;

-- When a person last asked for all figures of a workspace; real time.
create table figure_syncs (
  workspace_id uuid not null references workspaces,
  mode text not null check (mode in ('live', 'test')),
  at timestamptz not null,
  primary key (workspace_id, mode)
);

-- How far the results from before analytics have been counted: up to this one, in the order of their keys.
create table counted_results (
  only_one boolean primary key default true check (only_one),
  last_workspace uuid not null,
  last_result uuid not null,
  is_done boolean not null default false
);
