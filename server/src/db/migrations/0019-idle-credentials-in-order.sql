-- expand
create index concurrently if not exists connections_to_refresh on connections (refresh_after nulls first)
  where revoke_after is null;
