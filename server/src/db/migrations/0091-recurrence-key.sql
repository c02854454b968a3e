-- expand
-- The key or the access of a program with which a recurrence was made or last changed; null where a person did it in the app, or
-- before this column was there. Its posts are made only while the key holds.
alter table recurrences add column key_id uuid;
