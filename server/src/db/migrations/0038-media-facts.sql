-- expand
-- What networks ask of a medium beyond its size: the codecs of a video, the pages of a document, the frames of a picture.
-- Null for a medium of before, and until it is ready.
alter table media add column facts jsonb;
