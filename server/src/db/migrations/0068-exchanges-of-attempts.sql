-- expand
-- The request of an attempt and its answer, without secrets and cut: what a person is shown. Of a commit it is the last send.
alter table commits add column exchange jsonb;
alter table failed_prepares add column exchange jsonb;
