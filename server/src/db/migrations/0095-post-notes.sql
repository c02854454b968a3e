-- expand
-- A note that the people of a workspace read about a post. It never goes to a network, and it is deleted with its post.
create table post_notes (
  workspace_id uuid not null,
  id uuid not null,
  post_id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  text text not null,
  -- The members whom it mentions, in their order.
  mentions uuid[] not null default '{}',
  actor_kind text not null check (actor_kind in ('key', 'user', 'operator', 'system')),
  actor_id uuid not null,
  -- The person who wrote it, or who made the key that did.
  user_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  -- When its words were changed last; null: never.
  edited_at timestamptz,
  -- When and by whom it was marked as done; null: it is open.
  resolved_at timestamptz,
  resolved_kind text check (resolved_kind in ('key', 'user', 'operator', 'system')),
  resolved_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, post_id) references posts,
  check ((resolved_at is null) = (resolved_kind is null) and (resolved_at is null) = (resolved_id is null))
);
create index post_notes_in_order on post_notes (workspace_id, post_id, created_at desc, id desc);
create index post_notes_open on post_notes (workspace_id, post_id) where resolved_at is null;
