-- expand
-- The digest of the request that made a post under an id of the client's own; null for an id of our making.
alter table posts add column own_id_digest bytea;
