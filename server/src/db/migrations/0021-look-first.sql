-- expand
-- A person said that what was sent is not there: its commit stays open, and is looked for once more before it is sent anew.
alter table targets add column look_first boolean not null default false;
