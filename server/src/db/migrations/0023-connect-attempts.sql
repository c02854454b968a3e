-- expand
-- Sign-ins, from their first request until an account is connected, for ten minutes.
create table connect_attempts (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  platform text not null,
  way text not null,
  -- The account that is connected again; null where any profile will do.
  account_id uuid,
  actor_kind text not null,
  actor_id text not null,
  status text not null
    check (status in ('waiting', 'finishing', 'choosing', 'connected', 'failed')),
  -- SHA-256 of the state that the network must send back; null where a form was enough.
  state_hash bytea unique,
  -- SHA-256 of the cookie of the browser in which the person agreed to go on.
  browser_hash bytea,
  -- Sealed: the page of the network, and the connector's secrets for the callback.
  keep text,
  -- Sealed: the profiles to choose from, with their credentials.
  candidates text,
  -- {"code", "detail"} of an attempt that failed.
  error jsonb,
  connected uuid[] not null default '{}',
  expires_at timestamptz not null default clock_timestamp() + interval '10 minutes',
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, account_id) references social_accounts
);
create index connect_attempts_expired on connect_attempts (expires_at);
