-- expand
-- The status that the last event of a recurrence told. Null: none did, because it is older than these events.
alter table recurrences add column told_status text;
