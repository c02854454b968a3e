-- expand
-- The language in which the app was last shown to the person, in which mails are written to somebody who has chosen none.
-- Null: not known.
alter table users add column shown_language text check (shown_language in ('en', 'de', 'es'));

-- That of the page on which somebody asked for a link, for a person of whom no language is known.
alter table reset_requests add column shown_language text check (shown_language in ('en', 'de', 'es'));
