-- expand
-- The next of an account that stands ready, found among however many it has planned.
create index concurrently if not exists targets_ready on targets (workspace_id, account_id, scheduled_at, seq)
  where state = 'ready';
