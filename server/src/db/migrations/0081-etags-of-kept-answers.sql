-- expand
-- The ETag of an answer that is kept for a repeated request; null for one without an ETag, and for those of earlier versions.
alter table idempotency_keys add column etag text;
