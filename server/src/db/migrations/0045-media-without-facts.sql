-- expand
-- Videos that were uploaded before facts were stored; empty once a chore has read them.
create index concurrently if not exists media_without_facts on media (id)
  where state = 'ready' and kind = 'video' and facts is null;
