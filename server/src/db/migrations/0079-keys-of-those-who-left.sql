-- expand
-- The key of a person who leaves is revoked since this version. Until now it only stopped, and worked again when they came back.
update api_keys k set revoked_at = clock_timestamp()
where not k.by_operator and k.revoked_at is null and not exists (
  select from memberships m where m.workspace_id = k.workspace_id and m.user_id = k.user_id);
