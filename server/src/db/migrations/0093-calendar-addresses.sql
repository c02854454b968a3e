-- expand
-- An address by which a program of a member reads the plan of a workspace as a calendar. It ends with the membership.
create table calendar_addresses (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- The name of the calendar, as its program shows it.
  name text not null,
  -- The accounts whose posts it has; empty: all posts.
  account_ids uuid[] not null default '{}',
  -- The language of its words.
  language text not null check (language in ('en', 'de', 'es')),
  -- SHA-256 of the secret in the address.
  secret_hash bytea not null unique,
  -- When it was last read, within ten minutes; null: never since it was made or replaced.
  last_read_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references memberships on delete cascade
);
create index on calendar_addresses (workspace_id, user_id);
create index on calendar_addresses (user_id);
