-- Who says whether a workspace has a subscription. The operator says it of every workspace that was there before.
alter table workspaces add column subscription_from text not null default 'operator'
  check (subscription_from in ('operator', 'stripe'));

-- A workspace as a customer of Stripe, and what Stripe told of its subscription.
create table stripe_customers (
  workspace_id uuid primary key references workspaces,
  -- Null until Stripe has made it.
  customer_id text unique,
  -- Part of the names under which Stripe makes things once; a name that Stripe answered with an error is never used again.
  tries integer not null default 0,
  -- The Checkout that was begun last.
  checkout_id text,
  checkout_at timestamptz,
  -- Looks at Stripe are numbered when they begin. An answer is stored unless that of a later look is.
  looks bigint not null default 0,
  stored_look bigint not null default 0,
  looked_at timestamptz,
  -- When to look without being told; null when nothing is expected.
  next_look_at timestamptz,
  -- The word of Stripe for the state of the subscription; null where there is none.
  status text,
  period_ends_at timestamptz,
  -- When it ends for good, if nobody renews it.
  ends_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index on stripe_customers (next_look_at) where next_look_at is not null;

-- The events of Stripe that were heard, each once.
create table stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default clock_timestamp()
);
create index on stripe_events (received_at);
