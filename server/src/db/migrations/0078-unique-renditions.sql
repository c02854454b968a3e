-- expand
-- One rendition for a content and a plan.
create unique index concurrently if not exists media_renditions_content on media_renditions (workspace_id, content_hash);
