-- expand
-- Whether the operator made the key with a command. Such a key has the rights in its list for ever. Every other key has them
-- only as long as its maker has them too.
alter table api_keys add column by_operator boolean not null default true;

-- An invitation to a workspace, which the holder of its link may accept once.
create table invitations (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  -- SHA-256 of the secret in its link.
  token_hash bytea not null unique,
  email text not null,
  role text not null check (role in ('admin', 'editor', 'author', 'viewer')),
  invited_by uuid not null references users,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index invitations_email on invitations (workspace_id, lower(email));
create index memberships_user on memberships (user_id);
