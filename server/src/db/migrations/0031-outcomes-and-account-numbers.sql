-- expand
-- The list of post results shows outcomes unless other statuses are asked for, however many posts wait.
create index concurrently if not exists targets_outcomes on targets (workspace_id, mode, created_at desc, id desc)
  where part = 'post' and state in ('published', 'failed', 'canceled');
create unique index concurrently if not exists social_accounts_number on social_accounts (workspace_id, number)
  where number is not null;
