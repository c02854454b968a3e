-- expand
-- Whose posts wait until somebody approves them: those of authors, or everyone's.
alter table workspaces add column approval_mode text not null default 'authors';
alter table workspaces add constraint workspaces_approval_mode check (approval_mode in ('authors', 'everyone')) not valid;

-- Whether a post needs approval, and the latest word on it. All are null for a post that needs none.
alter table posts add column approval_state text;
-- The person who asked, approved or returned it. For a key that is the person who made it.
alter table posts add column approval_by uuid;
alter table posts add column approval_at timestamptz;
alter table posts add column approval_comment text;
-- The version of the post at which its content last changed: this content waits, or was approved.
alter table posts add column approval_version int;
alter table posts add constraint posts_approval check (
  approval_state is null and approval_by is null and approval_at is null and approval_comment is null and approval_version is null
  or approval_state is not null and approval_by is not null and approval_at is not null and approval_version is not null
    and approval_state in ('waiting', 'approved', 'returned')
    and (approval_state <> 'returned' or approval_comment is not null)) not valid;

-- Content that nobody has approved. No worker can take it: PostgreSQL refuses every state from which anything is sent.
alter table targets add column awaits_approval boolean not null default false;
alter table targets add constraint targets_await_approval check (
  not awaits_approval or state in ('held', 'needs_review', 'failed', 'canceled')) not valid;
