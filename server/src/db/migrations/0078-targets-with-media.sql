-- expand
-- The posts whose videos may have to be converted before they are due.
create index concurrently if not exists targets_with_media on targets (next_action_at)
  where state = 'scheduled' and content -> 'media' <> '[]'::jsonb;
