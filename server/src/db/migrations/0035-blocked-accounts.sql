-- expand
-- An account that its network has blocked or suspended. Older code holds the posts of every account that is not active.
alter table social_accounts drop constraint social_accounts_status_check;
alter table social_accounts add constraint social_accounts_status_check
  check (status in ('active', 'needs_reconnect', 'blocked', 'disabled')) not valid;
