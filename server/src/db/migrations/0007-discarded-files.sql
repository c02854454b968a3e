-- Stored bytes that no row owns any more, for the sweep to delete. The cleaned copy's key follows from the key.
create table discarded_files (
  workspace_id uuid not null references workspaces,
  storage_key text not null,
  discarded_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, storage_key)
);
