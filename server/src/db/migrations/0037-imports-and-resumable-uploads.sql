-- expand
-- Where a medium is fetched from, until it is ready or rejected.
create table media_imports (
  workspace_id uuid not null,
  media_id uuid not null,
  -- The address, sealed: its query may hold a secret.
  url text not null,
  -- Whether the request for it was answered. Nobody knows of an import before that, so a dead one is removed.
  is_answered boolean not null default false,
  tries int not null default 1,
  -- When the next try may begin.
  next_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, media_id),
  foreign key (workspace_id, media_id) references media on delete cascade
);
create index media_imports_due on media_imports (next_at);
-- A medium whose bytes come in with several requests, until it is ready.
create table resumable_uploads (
  workspace_id uuid not null,
  media_id uuid not null,
  -- Where the bytes lie that have come: 32 hex digits.
  storage_key text not null unique,
  -- The request that may add bytes, until it stops renewing its lock.
  locked_by text,
  locked_until timestamptz,
  -- Another request waits for the lock.
  is_wanted boolean not null default false,
  -- When all bytes were there: they wait to be examined from then on.
  complete_at timestamptz,
  primary key (workspace_id, media_id),
  foreign key (workspace_id, media_id) references media on delete cascade
);
create index resumable_uploads_complete on resumable_uploads (complete_at) where complete_at is not null;
