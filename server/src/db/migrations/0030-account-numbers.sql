-- expand
-- Whether the media of a post may be fitted to the limits of a network.
alter table posts add column processing_enabled boolean not null default true;

-- A short name of an account within its workspace, over both modes, for programs that take ids for numbers. Rows of
-- accounts are never deleted, so a number is never given again.
alter table social_accounts add column number int;
update social_accounts a set number = n.number
from (select workspace_id, id, row_number() over (partition by workspace_id order by created_at, id) as number
  from social_accounts) n
where n.workspace_id = a.workspace_id and n.id = a.id;

-- A trigger, because processes of the version before insert accounts without a number; after the insert, because a profile
-- that is connected again is no new account. The lock is held until the transaction ends: two that connect accounts in one
-- workspace at once would otherwise count the same accounts.
create function number_account() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('account numbers ' || new.workspace_id, 4747));
  update social_accounts set number = (
    select coalesce(max(number), 0) + 1 from social_accounts where workspace_id = new.workspace_id)
  where workspace_id = new.workspace_id and id = new.id;
  return null;
end
$$;
create trigger number_account after insert on social_accounts
  for each row when (new.number is null) execute function number_account();
