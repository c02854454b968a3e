-- expand
-- A post that goes out again and again. Its times become posts some weeks ahead.
create table recurrences (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  -- The person in whose name its posts are made: the one who created it, or who last changed it.
  user_id uuid not null references users,
  -- The request for each of its posts, without a time.
  content json not null,
  -- What takes turns: [{"caption", "media"}], each left out where that of the content stays. Empty: the content as it is.
  variations json not null default '[]',
  -- Every account and medium that the two name, to tell when one of them is gone.
  account_ids uuid[] not null,
  media_ids uuid[] not null,
  -- {"unit", "every", "weekdays", "days", "nth", "times"}.
  rule json not null,
  timezone text not null,
  starts_on date not null,
  ends_on date,
  -- After so many posts.
  ends_after int check (ends_after between 1 and 1000),
  is_paused boolean not null default false,
  -- What was found when it was last saved, without standing in its way.
  warnings jsonb not null default '[]',
  -- Why its next post could not be made: {"code", "detail", …}. Null: it could.
  fault jsonb,
  -- How many of its times had their turn; the variation of the next one follows from it.
  turns int not null default 0,
  -- Times up to this moment have their post, or were missed.
  planned_until timestamptz not null,
  -- The first time after that; null where the rule has no other.
  next_at timestamptz,
  -- When the next post is to be made, by the clock of its mode; null: never, as things are.
  plan_at timestamptz,
  -- Times that passed without a post, because the server did not run or a fault stood in the way.
  missed int not null default 0,
  last_missed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create index recurrences_in_order on recurrences (workspace_id, mode, created_at, id);
create index recurrences_to_plan on recurrences (plan_at) where plan_at is not null;

-- A time of a recurrence that has a post, or had one. There is one row for each time whatever happens to the post, so that
-- no time ever gets a second post.
create table recurrence_occurrences (
  workspace_id uuid not null,
  recurrence_id uuid not null,
  at timestamptz not null,
  -- The day by the clock of its zone.
  day date not null,
  -- From 0.
  turn int not null,
  post_id uuid not null,
  -- SHA-256 of the post as it was made. While the post is the same, nobody has changed it by hand.
  digest bytea not null,
  primary key (workspace_id, recurrence_id, at),
  unique (workspace_id, post_id),
  foreign key (workspace_id, recurrence_id) references recurrences,
  foreign key (workspace_id, post_id) references posts
);

-- The recurrence that made a post, also after it was deleted.
alter table posts add column recurrence_id uuid;
