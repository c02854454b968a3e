-- expand
-- Who canceled it, as `kind` and `id`; null for what is not canceled, and for what was by an earlier version.
alter table targets add column canceled_by jsonb;
