-- expand
-- A rendition belongs to a content and a plan: it is made once for all media of the same bytes in one workspace and mode.
-- Of both and the mode; null for one that a version before this began, which only its own medium uses.
alter table media_renditions add column content_hash text;
-- When the first of the posts that wait for it is due; null for pictures, which are made while the post waits.
alter table media_renditions add column due_at timestamptz;

-- The media that use a rendition. It goes with the last of them.
create table media_rendition_uses (
  workspace_id uuid not null,
  medium_id uuid not null,
  rendition_id uuid not null,
  primary key (workspace_id, medium_id, rendition_id),
  foreign key (workspace_id, medium_id) references media on delete cascade,
  foreign key (workspace_id, rendition_id) references media_renditions on delete cascade
);
create index media_rendition_uses_of on media_rendition_uses (workspace_id, rendition_id);

-- For processes of the version before, which know no uses.
create function use_rendition() returns trigger
language plpgsql as $$
begin
  insert into media_rendition_uses (workspace_id, medium_id, rendition_id)
  values (new.workspace_id, new.medium_id, new.id)
  -- A restore brings both rows.
  on conflict do nothing;
  return null;
end
$$;
create trigger use_rendition after insert on media_renditions for each row
  when (new.content_hash is null) execute function use_rendition();

-- Race: two media are deleted at once, and each transaction still sees the use of the other. So the row is locked first: whoever
-- has to wait for it looks again afterwards.
create function drop_unused_rendition() returns trigger
language plpgsql as $$
begin
  perform from media_renditions where workspace_id = old.workspace_id and id = old.rendition_id for update;
  delete from media_renditions r where r.workspace_id = old.workspace_id and r.id = old.rendition_id
    and not exists (
      select from media_rendition_uses u where u.workspace_id = r.workspace_id and u.rendition_id = r.id);
  return null;
end
$$;
create trigger drop_unused_rendition after delete on media_rendition_uses for each row execute function drop_unused_rendition();

insert into media_rendition_uses (workspace_id, medium_id, rendition_id)
select workspace_id, medium_id, id from media_renditions;

-- From here on `medium_id` only says for which medium it was begun: a rendition may outlive it.
alter table media_renditions drop constraint media_renditions_workspace_id_medium_id_fkey;
