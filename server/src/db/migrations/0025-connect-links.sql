-- expand
-- Links with which somebody else connects an account, once.
create table connect_links (
  workspace_id uuid not null references workspaces,
  -- Unique by itself, because the page of a link knows no workspace.
  id uuid not null unique,
  mode text not null check (mode in ('live', 'test')),
  platforms text[] not null check (cardinality(platforms) > 0),
  -- The account that is connected again; null where any profile will do.
  account_id uuid,
  -- Shown to the person in place of the workspace’s name.
  name text,
  logo_url text,
  return_url text,
  -- The client’s own id.
  external_id text,
  actor_kind text not null,
  actor_id text not null,
  -- Sealed: the part of its address that nobody can guess.
  secret text not null,
  -- How many sign-ins were begun from it.
  tries int not null default 0,
  connected uuid[] not null default '{}',
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, account_id) references social_accounts
);
create index connect_links_listed on connect_links (workspace_id, mode, created_at desc, id desc);
create index connect_links_expired on connect_links (expires_at);

-- The link from which a sign-in was begun; it ends with its link.
alter table connect_attempts add column link_id uuid;
alter table connect_attempts add constraint connect_attempts_link
  foreign key (workspace_id, link_id) references connect_links on delete cascade not valid;
