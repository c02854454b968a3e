-- expand
-- What preparing a target brought to light that gives access, such as the address of an upload: sealed.
create table prepared_secrets (
  workspace_id uuid not null,
  target_id uuid not null,
  secrets text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, target_id),
  foreign key (workspace_id, target_id) references targets on delete cascade
);
