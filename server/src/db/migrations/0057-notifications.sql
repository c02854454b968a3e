-- expand
-- What a member of a workspace is told of, once for each event. It ends with the membership.
create table notifications (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  kind text not null,
  mode text not null check (mode in ('live', 'test')),
  -- The post, account or endpoint it is about.
  subject_id uuid not null,
  -- The words of the post, the accounts and their errors, as they were then.
  facts jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  -- When a later event showed that there is nothing left to do.
  resolved_at timestamptz,
  -- Whether it is told by mail too, and what became of that.
  mail text not null default 'none' check (mail in ('none', 'waiting', 'mailed', 'skipped')),
  mailed_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, user_id, event_id),
  foreign key (workspace_id, user_id) references memberships on delete cascade
);
create index notifications_in_order on notifications (workspace_id, user_id, mode, created_at desc, id desc);
create index notifications_unread on notifications (workspace_id, user_id, mode)
  where read_at is null and resolved_at is null;
create index notifications_open on notifications (workspace_id, subject_id) where resolved_at is null;
create index notifications_to_mail on notifications (workspace_id, user_id, created_at) where mail = 'waiting';
create index notifications_mailed on notifications (workspace_id, user_id, mailed_at) where mail = 'mailed';
create index notifications_age on notifications (created_at);

-- How a member wants to be told of one kind of thing, where it is not as usual for their role.
create table notification_choices (
  workspace_id uuid not null,
  user_id uuid not null,
  kind text not null,
  way text not null check (way in ('none', 'app', 'mail')),
  primary key (workspace_id, user_id, kind),
  foreign key (workspace_id, user_id) references memberships on delete cascade
);
