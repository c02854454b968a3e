-- expand
-- How many posts a network takes in a span of time, kept by us before it has to refuse: of a profile, a server or our
-- registration as an app, whatever workspaces they serve. Each commit takes a number and leaves its time beside it.
create table permit_scopes (
  scope text primary key,
  taken bigint not null default 0 check (taken >= 0)
);

create table permits (
  scope text not null references permit_scopes,
  number bigint not null,
  taken_at timestamptz not null default clock_timestamp(),
  primary key (scope, number)
);
