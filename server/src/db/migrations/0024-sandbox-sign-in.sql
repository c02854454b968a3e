-- expand
-- Sign-ins to the simulated network by a redirect.
create table sandbox_authorizations (
  id uuid primary key,
  -- SHA-256 of the secret in the address of its consent page.
  secret_hash bytea not null unique,
  space text not null,
  redirect_uri text not null,
  state text not null,
  code_challenge text not null,
  scope text not null,
  -- SHA-256 of the code; null until somebody agreed.
  code_hash bytea unique,
  -- The person's decision: how the network behaves, and which profiles it gives access to.
  conduct text,
  names text[],
  used_at timestamptz,
  expires_at timestamptz not null default clock_timestamp() + interval '10 minutes'
);
create index sandbox_authorizations_expired on sandbox_authorizations (expires_at);
