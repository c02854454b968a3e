-- expand
-- An address with a secret, by which a client without an account sees chosen posts, and may decide about their approval.
create table review_links (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  -- The person in whose name it decides: the one who made it.
  user_id uuid not null references users,
  -- The key with which it was made; null where a person did it in the app. It opens something only while the key holds.
  key_id uuid,
  -- The client, as the team calls them.
  recipient text not null,
  -- Whether the client may decide, or only look.
  may_decide boolean not null,
  -- The posts that it shows, or null for those that match the filter at the time.
  post_ids uuid[],
  -- {"social_account_ids": [], "tags": [], "from", "to"}.
  filter jsonb,
  -- SHA-256 of the secret in the address.
  secret_hash bytea not null unique,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- When it was last opened, within a minute.
  opened_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  check ((post_ids is null) <> (filter is null))
);
create index on review_links (workspace_id, mode, created_at desc, id desc);
create index on review_links (user_id);

-- What was decided by these links.
create table review_decisions (
  workspace_id uuid not null,
  id uuid not null,
  link_id uuid not null,
  post_id uuid not null,
  decision text not null check (decision in ('approved', 'returned')),
  -- The version of the content that was decided about.
  version int not null,
  -- The name that the client typed. Nothing proves it.
  typed_name text not null,
  comment text,
  decided_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, link_id) references review_links on delete cascade
);
create index on review_decisions (workspace_id, link_id, decided_at desc);

-- The client by whose word a post was approved or returned: {"review_link_id", "recipient", "typed_name"}; null for a member.
alter table posts add column approval_client json;
