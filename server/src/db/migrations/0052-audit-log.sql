-- expand
-- Who did what on what, from where and when. Rows are only added; a sweep deletes old ones.
create table audit_log (
  id uuid primary key default gen_random_uuid(),
  -- Null: it concerns the server or a person rather than a workspace. The rows go with their workspace.
  workspace_id uuid references workspaces on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('key', 'user', 'operator', 'system', 'nobody')),
  -- The key or the user; null for the others.
  actor_id uuid,
  -- Such as `post.update`.
  action text not null,
  subject_kind text not null,
  subject_id text,
  -- Null: it concerns live and test data alike.
  mode text check (mode in ('live', 'test')),
  ip text,
  user_agent text,
  details jsonb not null default '{}'
);
create index audit_log_newest on audit_log (workspace_id, created_at desc, id desc);
-- The sign-ins of a person, for the person.
create index audit_log_of_person on audit_log (subject_id, created_at desc, id desc) where workspace_id is null;
create index audit_log_age on audit_log (created_at);

create function keep_audit_log() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- The sweep says in its transaction that it is the sweep.
    if current_setting('crier.sweeps_audit_log', true) = 'yes' then
      return old;
    end if;
    -- The workspace is being deleted.
    if old.workspace_id is not null and not exists (select from workspaces where id = old.workspace_id) then
      return old;
    end if;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'restrict_violation';
end
$$;
create trigger keep_audit_log before update or delete on audit_log
  for each row execute function keep_audit_log();
create trigger keep_whole_audit_log before truncate on audit_log
  for each statement execute function keep_audit_log();

-- The address from which a post was created. A post is its own entry in the audit log, so that creating it writes no other row.
alter table posts add column origin_ip text;

-- The session in which a person began the sign-in; null where a key, the operator or a connect link began it.
alter table connect_attempts add column session_id uuid;
