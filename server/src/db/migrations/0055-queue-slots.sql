-- expand
-- A time of the week at which a post of the queue may go out.
create table queue_slots (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  -- From 1, a Monday, to 7.
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  -- Since midnight by the clock on the wall.
  minute smallint not null check (minute between 0 and 1439),
  -- Null: the zone of the workspace.
  timezone text,
  -- Null: for all accounts.
  account_id uuid,
  jitter_minutes smallint not null default 0 check (jitter_minutes between 0 and 60),
  enabled boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, account_id) references social_accounts
);
create index queue_slots_in_order on queue_slots (workspace_id, mode, created_at, id);

-- While it is paused, the queue gives no slots: to nobody (no account), or to posts with this account.
create table queue_pauses (
  workspace_id uuid not null references workspaces,
  mode text not null check (mode in ('live', 'test')),
  account_id uuid,
  paused_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (workspace_id, mode, account_id),
  foreign key (workspace_id, account_id) references social_accounts
);

-- The slot that gave a post its time, also after the slot was deleted; and the moment of the slot, without its jitter. A post
-- whose time was changed since has none. It holds its place as long as a target of it is there and not canceled.
alter table posts add column queue_slot_id uuid;
alter table posts add column queue_slot_at timestamptz;

-- A change of a workspace's time zone, with everything that is needed to take it back.
create table time_zone_changes (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  user_id uuid not null references users,
  before text not null,
  after text not null,
  -- The posts that were moved: [{"id", "version", "before", "after"}], each of the two what the post had.
  moved jsonb not null,
  undone_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
);

-- The rate limits of the simulated network go by the clock of the test data whose profiles these are. No room but the network's
-- own may know it, so the clock tells it here.
create function advance_simulated_limits() returns trigger
language plpgsql as $$
begin
  update sandbox_profiles
  set blocked_until = blocked_until - (new.ahead - case when tg_op = 'UPDATE' then old.ahead else interval '0' end)
  where space = new.workspace_id || ':test' and blocked_until > clock_timestamp();
  return null;
end
$$;
create trigger advance_simulated_limits_first after insert on test_clocks
  for each row execute function advance_simulated_limits();
create trigger advance_simulated_limits after update on test_clocks
  for each row when (new.ahead > old.ahead) execute function advance_simulated_limits();
