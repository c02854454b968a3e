-- expand
-- The operator's app at each network that asks for one, sealed. A variable of the environment goes before it.
create table platform_apps (
  platform text primary key,
  settings text not null,
  updated_at timestamptz not null default clock_timestamp()
);

-- What a network or one of its servers gave us when we registered there, and keys of our own: made once, sealed.
create table platform_registrations (
  platform text not null,
  name text not null,
  registration text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (platform, name)
);
