-- expand
-- The content that a post had before each change of it, with who changed which members.
create table post_versions (
  workspace_id uuid not null,
  id uuid not null,
  post_id uuid not null,
  -- The version of the post that had this content.
  version int not null,
  -- When the content was changed. A person who writes a draft makes many changes, which are kept as one.
  began_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  of_draft boolean not null,
  actor_kind text not null check (actor_kind in ('key', 'user', 'operator', 'system')),
  actor_id uuid not null,
  -- The members of a post that are different since.
  changed text[] not null,
  -- The content, as a request for a post.
  content jsonb not null,
  primary key (workspace_id, id),
  unique (workspace_id, post_id, version),
  foreign key (workspace_id, post_id) references posts
);
