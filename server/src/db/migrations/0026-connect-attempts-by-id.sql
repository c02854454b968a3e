-- expand
-- The page of an attempt knows no workspace.
create unique index concurrently if not exists connect_attempts_id on connect_attempts (id);
create index concurrently if not exists connect_attempts_of_link on connect_attempts (workspace_id, link_id)
  where link_id is not null;
