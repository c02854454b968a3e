-- expand
-- The address from which a key was last used, written together with last_used_at. Null where a proxy hides it, and for keys
-- that were last used before there was this column.
alter table api_keys add column last_used_ip text;
