-- expand
-- PDF files whose pages were never counted.
create index concurrently if not exists media_unread_documents on media (id)
  where state = 'ready' and kind = 'document' and (facts is null or not facts ? 'pages');
