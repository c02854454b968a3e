-- The pretend network's own memory: what another network would keep on its servers. It knows nothing of workspaces; a
-- space is whatever whoever connects calls its own.
create table sandbox_profiles (
  id uuid primary key,
  space text not null,
  name text not null,
  network_class text not null check (network_class in ('key', 'expiring_key', 'two_phase', 'list', 'blind')),
  -- How long a key or a container lives.
  lifetime_ms bigint not null check (lifetime_ms > 0),
  behavior text not null,
  -- How many commits it still affects; null: all.
  behavior_left int check (behavior_left >= 0),
  slow_ms int not null,
  retry_after_seconds int not null,
  -- Commits are refused with 429 until then.
  blocked_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  unique (space, name)
);
create index sandbox_profiles_newest on sandbox_profiles (created_at desc, id desc);

-- Whoever holds a token acts as its profile. Only its SHA-256 is kept.
create table sandbox_tokens (
  hash bytea primary key,
  profile_id uuid not null references sandbox_profiles,
  created_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz
);

create table sandbox_media (
  profile_id uuid not null references sandbox_profiles,
  id uuid not null,
  kind text not null check (kind in ('image', 'gif', 'video')),
  mime_type text not null,
  sha256 bytea not null,
  bytes bytea not null,
  -- Until then it is being processed.
  ready_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (profile_id, id)
);
-- Pictures and videos do not compress; ranges are read without reading the rest.
alter table sandbox_media alter column bytes set storage external;

create table sandbox_posts (
  profile_id uuid not null references sandbox_profiles,
  id uuid not null,
  idempotency_key text,
  -- The post it answers to, and the first of the thread it stands in: itself where it answers to none.
  reply_to uuid,
  root_id uuid not null,
  -- How many posts stand above it.
  depth int not null,
  text text not null,
  -- In order: [{"id", "alt_text"}].
  media jsonb not null,
  -- {"poll", "sensitive", "language"}, each null where it was not said.
  options jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Until then it is being processed and nobody sees it.
  visible_at timestamptz not null,
  primary key (profile_id, id),
  foreign key (profile_id, reply_to) references sandbox_posts,
  foreign key (profile_id, root_id) references sandbox_posts
);
create index sandbox_posts_key on sandbox_posts (profile_id, idempotency_key) where idempotency_key is not null;
create index sandbox_posts_newest on sandbox_posts (profile_id, created_at desc, id desc);
create index sandbox_posts_thread on sandbox_posts (profile_id, root_id, depth, created_at);

-- A post made ready out of sight, published once by its id.
create table sandbox_containers (
  profile_id uuid not null references sandbox_profiles,
  id uuid not null,
  -- The post as it was sent, valid when it came.
  submission jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  ready_at timestamptz not null,
  expires_at timestamptz not null,
  -- The code with which the network refused to publish it.
  refused text,
  post_id uuid,
  primary key (profile_id, id),
  foreign key (profile_id, post_id) references sandbox_posts
);

-- Every request that would make something public, as it arrived, and what became of it: the ground truth.
create table sandbox_arrivals (
  id bigint generated always as identity primary key,
  profile_id uuid not null references sandbox_profiles,
  arrived_at timestamptz not null,
  answered_at timestamptz not null default clock_timestamp(),
  idempotency_key text,
  container_id uuid,
  text text not null,
  -- The post it made, or the earlier one it found under its key.
  post_id uuid,
  -- The status of the answer, or how it was kept back: `201`, `422 refused`, `dropped`, `hung`.
  answer text not null
);
create index sandbox_arrivals_of_profile on sandbox_arrivals (profile_id, id);
