-- expand
-- A feed of somebody's site whose new items become posts.
create table feeds (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  -- The person in whose name posts are made: who made the feed or changed it last, or the maker of the key.
  user_id uuid not null,
  -- The key with which that was done; null: a person. With it the feed ends.
  key_id uuid,
  url text not null,
  title text not null,
  site_url text,
  account_ids uuid[] not null,
  -- Whether a new item becomes a draft, goes into the queue, or goes out at once.
  action text not null check (action in ('draft', 'queue', 'publish')),
  -- With fields such as {title}.
  caption text not null,
  platform_configurations jsonb,
  with_picture boolean not null,
  tags text[] not null default '{}',
  most_per_day int not null check (most_per_day between 1 and 100),
  -- stopped: Crier gave up on it, and a person must say what now. failing: for days it could not be read, and is still tried.
  status text not null default 'active' check (status in ('active', 'paused', 'failing', 'stopped')),
  -- {code, detail, template, params}: what went wrong last; null: nothing.
  problem jsonb,
  -- What its server said about the answer that was read last, to be asked whether there is another.
  etag text,
  last_modified text,
  looked_at timestamptz,
  -- When it was last read whole, or known not to have changed.
  read_at timestamptz,
  -- The first of the failures since; null: it was read.
  failing_since timestamptz,
  failures int not null default 0,
  -- Null: nobody looks at it.
  next_look_at timestamptz,
  -- Grows with each claim and each change; what was read under an older one is dropped.
  fence bigint not null default 0,
  -- How often the database had been restored when it was read last. Afterwards nobody knows which items became posts.
  era int not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  check ((status in ('active', 'failing')) = (next_look_at is not null))
);
create index on feeds (next_look_at) where next_look_at is not null;

-- Every item that a feed ever had, so that none becomes a post twice. A row outlives the post that was made of it.
create table feed_items (
  workspace_id uuid not null,
  feed_id uuid not null,
  id uuid not null,
  -- SHA-256 of its id, its link or its words.
  identity bytea not null,
  -- SHA-256 of its link, where that tells it from the others.
  link_identity bytea,
  title text not null,
  link text,
  published_at timestamptz,
  -- seen: it was there before the feed was. old: published long before it was found. waiting: a person decides. due: it
  -- becomes a post.
  outcome text not null check (outcome in ('seen', 'old', 'waiting', 'due', 'posted', 'skipped', 'failed')),
  post_id uuid,
  -- The item as it was read, for a post that may still be made; null: nothing but its title was kept.
  content jsonb,
  -- [{code, detail, template, params}]: what stood in the way, or was left out.
  notes jsonb not null default '[]',
  tries int not null default 0,
  -- When it is tried (again).
  next_try_at timestamptz,
  -- When it was let through, for the most of a day.
  let_at timestamptz,
  found_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, feed_id, identity),
  foreign key (workspace_id, feed_id) references feeds on delete cascade,
  check ((outcome = 'due') = (next_try_at is not null)),
  check ((outcome = 'posted') = (post_id is not null))
);
create index on feed_items (workspace_id, feed_id, link_identity);
create index on feed_items (workspace_id, feed_id, found_at desc, id desc);
create index on feed_items (next_try_at) where next_try_at is not null;
create index on feed_items (workspace_id, feed_id, let_at) where let_at is not null;
create index on feed_items (workspace_id, feed_id) where outcome in ('waiting', 'failed');
create index on feed_items (workspace_id, post_id) where post_id is not null;
