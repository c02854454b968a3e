-- expand
-- The place of an event in the order of commits: its transaction, within an era. The numbers of transactions begin anew in
-- another cluster, so a restored database begins a new era. docs/decisions/0051-events-are-read-in-commit-order.md says how
-- events are read. Events from before this migration all get its transaction, which is before every later one, and are
-- ordered by their ids.
alter table events
  add column era int not null default 0,
  add column txid xid8 not null default pg_current_xact_id();

-- How far each part of Crier has read the events of all workspaces.
create table event_readers (
  name text primary key,
  era int not null,
  txid xid8 not null,
  event_id uuid not null,
  -- When it last read an event.
  read_at timestamptz not null default clock_timestamp()
);

-- A URL of a customer to which events are sent.
create table webhook_endpoints (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  url text not null,
  description text not null,
  -- Types of events; empty for all.
  events text[] not null,
  -- Null while it is on.
  disabled_reason text check (disabled_reason in ('person', 'failing', 'gone')),
  disabled_at timestamptz,
  -- Both sealed. The previous one signs too until its time.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  -- When its first delivery failed since one succeeded, by the clock of its mode.
  failing_since timestamptz,
  -- When a dispatcher looks for deliveries of it next; null when there are none to send.
  due_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  check ((disabled_reason is null) = (disabled_at is null)),
  check ((previous_secret is null) = (previous_secret_until is null))
);
create index webhook_endpoints_in_order on webhook_endpoints (workspace_id, mode, created_at desc, id desc);
create index webhook_endpoints_due on webhook_endpoints (due_at) where due_at is not null;

-- One event for one endpoint.
create table webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  -- `kept`: the endpoint is off. A person may have it sent.
  state text not null check (state in ('pending', 'delivered', 'failed', 'kept')),
  -- When it is sent next; while it is being sent, the time at which its dispatcher counts as dead.
  next_at timestamptz,
  -- The dispatcher that is sending it.
  lease_owner text,
  -- Grows with each claim: a dispatcher whose claim is older changes nothing.
  fence int not null default 0,
  -- Attempts that came to an end, for the log.
  attempts int not null default 0,
  -- Failed attempts since it was last told to begin, for the pauses between them.
  tries int not null default 0,
  -- A test is not tried again.
  is_test boolean not null default false,
  last_attempt_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, event_id, endpoint_id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints on delete cascade,
  foreign key (workspace_id, event_id) references events on delete cascade,
  check ((state = 'pending') = (next_at is not null)),
  check (lease_owner is null or state = 'pending')
);
create index webhook_deliveries_due on webhook_deliveries (workspace_id, endpoint_id, next_at) where state = 'pending';
create index webhook_deliveries_in_hand on webhook_deliveries (workspace_id, endpoint_id, next_at) where lease_owner is not null;
create index webhook_deliveries_in_order on webhook_deliveries (workspace_id, endpoint_id, created_at desc, id desc);
create index webhook_deliveries_old on webhook_deliveries (created_at);

-- A request that was sent for a delivery, and its answer.
create table webhook_attempts (
  workspace_id uuid not null,
  delivery_id uuid not null,
  number int not null,
  at timestamptz not null,
  duration_ms int not null,
  -- Null when the receiver accepted the delivery.
  error text,
  -- Null when no answer came.
  status int,
  request_headers jsonb not null,
  response_headers jsonb,
  -- The beginning of it.
  response_body text,
  primary key (workspace_id, delivery_id, number),
  foreign key (workspace_id, delivery_id) references webhook_deliveries on delete cascade
);

-- How many attempts of an endpoint succeeded and failed, per hour.
create table webhook_hours (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  hour timestamptz not null,
  succeeded int not null,
  failed int not null,
  primary key (workspace_id, endpoint_id, hour),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints on delete cascade
);
