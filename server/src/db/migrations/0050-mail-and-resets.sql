-- expand
-- A mail to a person, from the moment it is written until it is sent or given up.
create table mails (
  -- Stands in its Message-ID, so that a mail that is sent twice is recognised.
  id uuid primary key,
  -- Its occasion, such as `password_reset`.
  kind text not null,
  recipient text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'expired')),
  -- Sealed, for it may hold the secret of a link. It is gone once the mail no longer waits.
  letter text,
  tries int not null default 0,
  -- The next try is not before this; while a worker has the mail, the end of its lease.
  next_try_at timestamptz not null default clock_timestamp(),
  -- Later than this the mail would tell nothing that is still true.
  expires_at timestamptz not null,
  -- The last error, without secrets.
  error text,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  check ((state = 'waiting') = (letter is not null)),
  check ((state = 'waiting') = (settled_at is null))
);
create index mails_waiting on mails (next_try_at) where state = 'waiting';
create index mails_settled on mails (settled_at) where state <> 'waiting';

-- Somebody asked for a link to set a new password. A worker looks up whether anybody has the address.
create table reset_requests (
  id uuid primary key,
  email text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index reset_requests_age on reset_requests (created_at);

-- The newest link of a person to set a new password. A further one takes its place.
create table password_resets (
  user_id uuid primary key references users,
  -- SHA-256 of the secret in the link.
  token_hash bytea not null unique,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index password_resets_age on password_resets (expires_at);
