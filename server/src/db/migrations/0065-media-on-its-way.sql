-- expand
-- The bytes of a waiting medium that have come in.
alter table media add column received_bytes bigint not null default 0;

-- Where the bytes of an import lie that another try may continue, and by which word of its server it knows that the file is
-- still the same (its ETag, or the time of its last change). All three are null where a try begins at the first byte.
alter table media_imports add column partial_key text;
alter table media_imports add column validator text;
alter table media_imports add column total_bytes bigint;

-- The picture of a profile that a sign-in offers, as we draw and serve it while its person chooses.
create table candidate_avatars (
  workspace_id uuid not null,
  attempt_id uuid not null,
  -- Its place among the candidates of the attempt, from 0.
  place int not null,
  -- A small WebP; null: there was none that could be shown.
  picture bytea,
  primary key (workspace_id, attempt_id, place),
  foreign key (workspace_id, attempt_id) references connect_attempts on delete cascade
);

-- What the page of a link says of itself, for people who write a post. The address is known only by its hash.
create table link_previews (
  workspace_id uuid not null references workspaces on delete cascade,
  url_sha256 bytea not null,
  -- The name in the public URL of the picture: 32 hex digits that cannot be guessed.
  name text not null unique,
  -- Null: the page could not be read, or says nothing of itself.
  title text,
  description text not null default '',
  -- A small WebP; null: there was none that could be shown.
  picture bytea,
  checked_at timestamptz not null,
  primary key (workspace_id, url_sha256)
);
create index link_previews_old on link_previews (checked_at);
