create table social_accounts (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  platform text not null,
  external_id text not null,
  username text not null,
  display_name text not null,
  avatar_url text,
  profile_url text not null,
  -- What its connector needs to know and may be seen: the server, its limits, a sandbox account's behaviour.
  settings jsonb not null default '{}',
  status text not null default 'active' check (status in ('active', 'needs_reconnect', 'disabled')),
  -- A disconnected account keeps its row, so that the same profile connected again is the same account.
  disconnected_at timestamptz,
  -- The network said: nothing before this.
  blocked_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, mode, platform, external_id)
);

-- Our leave to act as an account. The credentials are sealed to their row (AES-256-GCM); see lib/seal.ts.
create table connections (
  workspace_id uuid not null,
  account_id uuid not null,
  credentials text not null,
  -- Compared and swapped when refresh tokens rotate.
  version int not null default 1,
  expires_at timestamptz,
  -- Set when the account was disconnected: the worker revokes at the network and deletes the row.
  revoke_after timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, account_id),
  foreign key (workspace_id, account_id) references social_accounts
);
create index connections_to_revoke on connections (revoke_after) where revoke_after is not null;
