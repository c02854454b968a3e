-- A migration is numbered, runs once in its own transaction, and is never edited afterwards.

create table workspaces (
  id uuid primary key,
  name text not null,
  timezone text not null default 'UTC',
  subscription text not null default 'active' check (subscription in ('active', 'inactive')),
  -- When the subscription lapsed; what was scheduled has three days of grace from here.
  subscription_ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((subscription = 'active') = (subscription_ended_at is null))
);

-- The clock of a workspace's test data can be moved ahead; live data has no row here.
create table test_clocks (
  workspace_id uuid primary key references workspaces,
  ahead interval not null check (ahead >= interval '0')
);

-- The one clock that decides what is due, late or expired. Leases and send windows use clock_timestamp() alone.
create function crier_now(workspace uuid, data_mode text) returns timestamptz
language sql volatile parallel unsafe as $$
  select clock_timestamp() + case when data_mode = 'test'
    then coalesce((select ahead from test_clocks where workspace_id = workspace), interval '0')
    else interval '0' end
$$;

create table users (
  id uuid primary key,
  email text not null,
  -- An Argon2id hash in its usual text form, parameters and salt included.
  password_hash text not null,
  created_at timestamptz not null default clock_timestamp()
);
create unique index users_email on users (lower(email));

create table memberships (
  workspace_id uuid not null references workspaces,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'admin', 'editor', 'author', 'viewer')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, user_id)
);

create table api_keys (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  user_id uuid not null references users,
  mode text not null check (mode in ('live', 'test')),
  name text not null,
  scopes text[] not null,
  -- HMAC-SHA-256 of the whole key under a key derived from SECRET_KEY; the key itself is stored nowhere.
  hash bytea not null unique,
  last4 text not null,
  -- Empty: from anywhere.
  ip_allow cidr[] not null default '{}',
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
);

-- What every instance over this database shares: the generated instance id and the like.
create table instance (
  name text primary key,
  value text not null
);

-- How many requests each key has left in the current minute, shared by all processes.
create unlogged table rate_limits (
  workspace_id uuid not null,
  key_id uuid not null,
  minute timestamptz not null,
  used int not null,
  primary key (workspace_id, key_id)
);

create table idempotency_keys (
  workspace_id uuid not null references workspaces,
  key text not null,
  fingerprint bytea not null,
  status int not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
