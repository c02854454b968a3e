-- expand
-- The sweep of media that no post ever used looks at each medium once.
create index concurrently if not exists media_unattached on media (updated_at)
  where state = 'ready' and not keep and not was_attached;
create index concurrently if not exists media_tagged on media (workspace_id, mode, created_at desc, id desc)
  where tags <> '{}';
create unique index concurrently if not exists social_accounts_avatar_name on social_accounts (avatar_name);
