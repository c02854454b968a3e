-- expand
-- The groups that people sort their accounts into.
alter table social_accounts add column tags text[] not null default '{}';
