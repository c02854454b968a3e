-- The pretend network's own memory: what another network would keep on its servers.
create table sandbox_profiles (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  mode text not null check (mode in ('live', 'test')),
  name text not null,
  -- SHA-256 of the token its account holds.
  token_hash bytea not null,
  token_revoked_at timestamptz,
  behavior jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (workspace_id, mode, name)
);

create table sandbox_media (
  id uuid primary key,
  profile_id uuid not null references sandbox_profiles,
  mime_type text not null,
  sha256 bytea not null,
  bytes bytea not null,
  alt_text text not null,
  ready_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);

create table sandbox_posts (
  id uuid primary key,
  profile_id uuid not null references sandbox_profiles,
  idempotency_key text,
  container_id uuid,
  reply_to uuid references sandbox_posts,
  text text not null,
  media_ids uuid[] not null default '{}',
  options jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);
create unique index sandbox_posts_key on sandbox_posts (profile_id, idempotency_key) where idempotency_key is not null;
create index sandbox_posts_newest on sandbox_posts (profile_id, created_at desc);

-- Every request that would make something public, as it arrived: the ground truth for tests.
create table sandbox_arrivals (
  id bigint generated always as identity primary key,
  profile_id uuid not null references sandbox_profiles,
  arrived_at timestamptz not null default clock_timestamp(),
  idempotency_key text,
  text text not null,
  post_id uuid,
  answered text
);
