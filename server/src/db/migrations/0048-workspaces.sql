-- expand
-- How people work in a workspace: for how many seconds "publish now" can be undone, and the first day of its weeks.
alter table workspaces add column undo_seconds int not null default 10 check (undo_seconds between 0 and 60);
alter table workspaces add column week_start text not null default 'locale'
  check (week_start in ('locale', 'monday', 'sunday', 'saturday'));

-- When its data go for good, after somebody deleted it; until then it can be restored. Null: nobody did.
alter table workspaces add column purge_at timestamptz;
-- When deleting its data began. There is no way back from then on.
alter table workspaces add column purge_began_at timestamptz;

-- A person's own settings. Language: null for that of the browser.
alter table users add column name text not null default '';
alter table users add column language text check (language in ('en', 'de', 'es'));
alter table users add column single_letter_keys boolean not null default true;

-- When the person last worked in it, written at most once a minute.
alter table memberships add column last_used_at timestamptz;

-- One archive with everything in a workspace, made in the background.
create table workspace_exports (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  asked_by uuid not null references users,
  state text not null default 'waiting' check (state in ('waiting', 'making', 'ready', 'failed')),
  -- How often making it was begun.
  tries int not null default 0,
  -- While it waits: when it may be begun. While it is made: until when the process that does it may be believed alive.
  next_at timestamptz not null default clock_timestamp(),
  -- Where its bytes lie, or will lie: 32 hex digits.
  storage_key text,
  size_bytes bigint,
  -- Media whose files were missing from the storage.
  missing_files int,
  created_at timestamptz not null default clock_timestamp(),
  ready_at timestamptz,
  expires_at timestamptz,
  primary key (workspace_id, id),
  check (state not in ('making', 'ready') or storage_key is not null),
  check (state <> 'ready' or (size_bytes is not null and ready_at is not null and expires_at is not null))
);
create index workspace_exports_unfinished on workspace_exports (next_at) where state in ('waiting', 'making');
create index workspace_exports_expired on workspace_exports (expires_at) where expires_at is not null;
-- At most one is under way in a workspace.
create unique index workspace_exports_one on workspace_exports (workspace_id) where state in ('waiting', 'making');
