create table media (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  user_id uuid not null references users,
  -- The storage path of the API: <user_id>/api/<file_name>, safe and unique.
  media_id text not null unique,
  name text not null,
  mime_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  state text not null default 'waiting' check (state in ('waiting', 'receiving', 'ready', 'rejected')),
  -- Why it was rejected, as a stable code.
  rejection text,
  kind text check (kind in ('image', 'gif', 'video', 'document')),
  width int,
  height int,
  duration_ms int,
  alt_text text not null default '',
  focus_x real,
  focus_y real,
  -- Where the bytes lie: 32 hex digits, never the user's file name. The cleaned copy, if there is one, is served.
  storage_key text,
  cleaned_key text,
  served_bytes bigint,
  sha256 bytea,
  -- The name of the public URL: 128 random bits, so that it cannot be guessed.
  public_name text not null unique,
  upload_expires_at timestamptz not null,
  -- While bytes are coming in, until when the receiving process may be believed alive.
  receiving_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  check (state <> 'ready' or (kind is not null and storage_key is not null and sha256 is not null and served_bytes is not null))
);
create index media_newest on media (workspace_id, mode, created_at desc, id desc);
create index media_unfinished on media (upload_expires_at) where state in ('waiting', 'receiving');
