-- expand
-- For the parts of Crier that read the events of all workspaces, and for the sweep of old events.
create index concurrently if not exists events_by_commit on events (era, txid, id);
-- For the workspace that reads its own.
create index concurrently if not exists events_of_workspace on events (workspace_id, mode, era, txid, id);
