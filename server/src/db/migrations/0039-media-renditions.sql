-- expand
-- The part of a medium that is to be shown: {x, y, width, height}, as shares from the top left.
alter table media add column crop jsonb;

-- Files that were made of media so that networks take them: once for each medium and plan. They are no media of their own.
create table media_renditions (
  workspace_id uuid not null,
  id uuid not null,
  medium_id uuid not null,
  -- Of the content of the medium and the plan.
  plan_hash text not null,
  plan jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'making', 'ready', 'failed')),
  -- How often making it was begun.
  tries int not null default 0,
  -- While it is being made: until when the process that does it may be believed alive, and where it will store the bytes.
  lease_until timestamptz,
  storage_key text,
  -- From 0 to 1.
  progress real,
  -- Why it cannot be made, for people.
  why text,
  kind text check (kind in ('image', 'gif', 'video', 'document')),
  mime_type text,
  bytes bigint,
  width int,
  height int,
  duration_ms int,
  -- Its facts as a video.
  video jsonb,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  used_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, medium_id, plan_hash),
  foreign key (workspace_id, medium_id) references media on delete cascade,
  check (state not in ('making', 'ready') or storage_key is not null),
  check (state <> 'ready' or (kind is not null and mime_type is not null and bytes is not null))
);
create index media_renditions_used on media_renditions (used_at);
create index media_renditions_unfinished on media_renditions (updated_at) where state in ('waiting', 'making');

-- A trigger, so that no statement that deletes a medium can forget the files that were made of it.
create function discard_rendition() returns trigger
language plpgsql as $$
begin
  insert into discarded_files (workspace_id, storage_key) values (old.workspace_id, old.storage_key)
  on conflict do nothing;
  return null;
end
$$;
create trigger discard_rendition after delete on media_renditions for each row
  when (old.storage_key is not null) execute function discard_rendition();

-- Addresses under which a network fetches one file for one attempt.
create table media_fetch_urls (
  -- 128 random bits, so that it cannot be guessed, and an ending.
  name text primary key,
  workspace_id uuid not null references workspaces,
  -- A medium or a rendition.
  file_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- When something first asked for its bytes, and when all of them had gone out.
  fetched_at timestamptz,
  sent_bytes bigint not null default 0,
  whole_at timestamptz
);
create index media_fetch_urls_expired on media_fetch_urls (expires_at);
