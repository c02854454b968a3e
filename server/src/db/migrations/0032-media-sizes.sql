-- expand
-- The quota of a workspace is counted from this index alone.
create index concurrently if not exists media_sizes on media (workspace_id)
  include (size_bytes, state, upload_expires_at);
