-- expand
-- What waits for somebody, for monitors and the doctor: rare, so it is no work for the targets that just go out.
create index concurrently if not exists targets_that_ask on targets (state, hold_reason)
  where state in ('confirming', 'held', 'needs_review');
