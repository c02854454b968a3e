-- expand
-- The person who set the app at a network in the pages of Crier; null for one that a command set.
alter table platform_apps add column set_by uuid;
