-- expand
-- What needs a person is asked for with every page: corrections that failed are found without reading all others.
create index concurrently if not exists result_edits_failed on result_edits (workspace_id, ended_at) where status = 'failed';
