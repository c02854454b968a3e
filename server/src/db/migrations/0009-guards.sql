-- Why nothing is published until the operator says so: the database went back in time, or stands at another address.
-- Looked at inside the commit-intent.
create table guards (
  kind text primary key check (kind in ('restored', 'cloned')),
  raised_at timestamptz not null default clock_timestamp(),
  -- Of `cloned`: the instance that the database would belong to once it is confirmed.
  instance_id text,
  check ((kind = 'cloned') = (instance_id is not null))
);
