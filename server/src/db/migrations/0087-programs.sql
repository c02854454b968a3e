-- expand
-- A program that people may let use Crier in their name. It registered itself, or its id is the address of a document that describes
-- it; then this is what the document said when it was last read.
create table programs (
  id text primary key,
  -- The program's own claim, shown as such.
  name text not null,
  redirect_uris text[] not null,
  -- When it registered, or when its document was read.
  read_at timestamptz not null default clock_timestamp(),
  -- When a person last let it in, or it last renewed its access; null: never.
  used_at timestamptz
);
create index on programs (coalesce(used_at, read_at));

-- The access that a person gave to a program. Its rights, its end and its last use are those of the key with the same id, which
-- has no text and thus no hash: what the program holds are the tokens below.
alter table api_keys alter column hash drop not null;

create table grants (
  workspace_id uuid not null,
  id uuid not null,
  program_id text not null,
  -- The address to which the browser was sent back with the code.
  redirect_uri text not null,
  -- SHA-256 of the code. It stays, so that a code that comes twice is known.
  code_hash bytea not null unique,
  -- What the code's own program alone can match (PKCE, S256).
  code_challenge text not null,
  code_until timestamptz not null,
  -- When the code came; null: not yet.
  exchanged_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references api_keys on delete cascade
);
create index on grants (program_id);
create index on grants (code_until) where exchanged_at is null;

create table grant_tokens (
  -- SHA-256 of the token.
  hash bytea primary key,
  workspace_id uuid not null,
  grant_id uuid not null,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  -- When a refresh token was given for the next one. It stays until it would have expired, so that one that comes again is known.
  spent_at timestamptz,
  foreign key (workspace_id, grant_id) references grants on delete cascade
);
create index on grant_tokens (workspace_id, grant_id);
create index on grant_tokens (expires_at);
