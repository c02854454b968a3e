-- expand
-- Null for a person who signs in without a password, by a passkey or at the operator's identity provider.
alter table users alter column password_hash drop not null;
-- Whether the person signed up without showing that the address is theirs. Nobody else's sign-in is then joined to theirs by
-- the address alone.
alter table users add column is_address_unproven boolean not null default false;

-- A key in a person's device or password manager, with which they sign in.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  name text not null,
  -- As the device names it, in base64url.
  credential_id text not null unique,
  -- In COSE.
  public_key bytea not null,
  -- Counts the uses, where the device counts them. A device that counts backwards was copied.
  uses bigint not null,
  transports text[] not null,
  -- Whether it is kept on more than one device.
  is_synced boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- The app of a person that shows codes (TOTP, RFC 6238).
create table authenticators (
  user_id uuid primary key references users,
  -- Sealed.
  secret text not null,
  -- Null until a first code has shown that the app has the secret. Until then nobody is asked for one.
  confirmed_at timestamptz,
  -- The step of 30 s whose code was used last: no code is good twice, and none older than it.
  last_step bigint not null default 0,
  created_at timestamptz not null default clock_timestamp()
);

-- Codes for a person who has lost that app, each good once.
create table recovery_codes (
  user_id uuid not null references users,
  -- SHA-256 of the person's id and 80 random bits.
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- Sign-ins whose first factor was right and whose second is still to come. None of them is a session.
create table second_factor_challenges (
  -- SHA-256 of 256 random bits, which the browser alone keeps.
  token_hash bytea primary key,
  user_id uuid not null references users,
  -- SHA-256 of the password's hash at that moment: with another password the sign-in is worth nothing.
  password_seen bytea,
  tries int not null default 0,
  expires_at timestamptz not null
);
create index second_factor_challenges_user on second_factor_challenges (user_id);

-- Persons of an identity provider (OpenID Connect), each of whom is one of ours.
create table identities (
  id uuid primary key,
  user_id uuid not null references users,
  issuer text not null,
  subject text not null,
  -- As the provider said when it was joined, for the person to recognise.
  email text,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index identities_user on identities (user_id, created_at);

-- Challenges that were signed, not stored, and have been answered. None is answered twice.
create table spent_challenges (
  hash bytea primary key,
  -- When the challenge itself is over, so that nothing needs to be remembered of it.
  expires_at timestamptz not null
);
create index spent_challenges_expiry on spent_challenges (expires_at);
