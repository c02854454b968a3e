-- expand
alter table media add column tags text[] not null default '{}';
-- Whether it stays although no post ever used it.
alter table media add column keep boolean not null default false;
-- Whether a post used it at some time. A link in `post_media` says it of the present; this column remembers links that are
-- gone, and spares the sweep to look at a medium twice. Null: it was uploaded before unused media were deleted, so it stays.
alter table media add column was_attached boolean;

create function note_detached_media() returns trigger
language plpgsql as $$
begin
  update media set was_attached = true
  from (
    select m.workspace_id, m.id from media m
    join (select distinct workspace_id, media_id from detached) d on d.workspace_id = m.workspace_id and d.media_id = m.id
    where not m.was_attached
    order by m.workspace_id, m.id for no key update of m
  ) held
  where media.workspace_id = held.workspace_id and media.id = held.id;
  return null;
end
$$;
-- A trigger, because processes of the version before remove links too.
create trigger note_detached_media after delete on post_media referencing old table as detached
  for each statement execute function note_detached_media();

-- When the file was deleted for the first time; a second time, an hour after it was discarded, the row goes too.
alter table discarded_files add column deleted_at timestamptz;

-- The name in the public URL of an avatar: 32 hex digits that cannot be guessed.
alter table social_accounts add column avatar_name text;

create function name_avatar() returns trigger
language plpgsql as $$
begin
  new.avatar_name := substr(encode(sha256(convert_to(
    gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 1, 32);
  return new;
end
$$;
-- A trigger, because processes of the version before insert accounts without a name; the update names those that are here.
create trigger name_avatar before insert or update on social_accounts
  for each row when (new.avatar_name is null) execute function name_avatar();
update social_accounts set avatar_name = null;

-- The picture of a profile as we draw and serve it.
create table avatars (
  workspace_id uuid not null,
  account_id uuid not null,
  -- Where the network had it when it was last asked.
  source_url text not null,
  -- A small WebP; null: there was none that could be shown.
  picture bytea,
  checked_at timestamptz not null,
  primary key (workspace_id, account_id),
  foreign key (workspace_id, account_id) references social_accounts on delete cascade
);
