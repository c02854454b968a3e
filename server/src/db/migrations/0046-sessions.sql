-- expand
-- A person who is signed in, in one browser.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  -- SHA-256 of 256 random bits, which the browser alone keeps.
  token_hash bytea not null unique,
  created_at timestamptz not null default clock_timestamp(),
  -- When the person last showed who they are. Some changes ask for it anew.
  proved_at timestamptz not null default clock_timestamp(),
  -- Written at most once a minute.
  last_used_at timestamptz not null default clock_timestamp(),
  -- The address and the browser that signed in, for the person to recognise.
  ip text not null,
  user_agent text not null
);
create index sessions_user on sessions (user_id, created_at desc);
create index sessions_idle on sessions (last_used_at);

-- Sign-ins counted against an address of mail or against a network, each by its hash.
create table sign_in_counts (
  subject bytea primary key,
  count int not null,
  -- When the count began. It is forgotten some time after its last sign-in.
  since timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp()
);
create index sign_in_counts_last on sign_in_counts (last_at);
