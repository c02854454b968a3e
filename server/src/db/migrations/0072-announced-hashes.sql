-- expand
-- The SHA-256 that the bytes of an upload must have, where its creator said so.
alter table media add column announced_sha256 bytea;
