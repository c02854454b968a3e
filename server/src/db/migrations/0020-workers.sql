-- expand
-- The processes that publish. Each holds, for as long as its session lasts, the advisory lock with its id; so that others
-- see when it is gone. docs/decisions/0016-a-dead-worker-is-known.md says what is concluded from that.
create table workers (
  id int primary key generated always as identity,
  -- As it stands in targets.lease_owner.
  owner text not null unique,
  -- Which process it is; all null where its system does not tell.
  boot_id text,
  namespaces text,
  pid int,
  process_started_at bigint,
  -- Null until it first had a session, and until it is known whether sessions keep their locks here.
  session_since timestamptz,
  server_started_at timestamptz,
  session_is_sound boolean,
  -- Its session was found gone, and what it had in hand was taken over; it may still run.
  lost_at timestamptz,
  seen_at timestamptz not null default clock_timestamp(),
  check ((boot_id is null) = (namespaces is null) and (boot_id is null) = (pid is null)
    and (boot_id is null) = (process_started_at is null)),
  check ((session_since is null) = (server_started_at is null))
);
