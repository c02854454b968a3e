-- The note a sender left with a post, also with one that was refused or lost.
alter table sandbox_arrivals add column reference text;
