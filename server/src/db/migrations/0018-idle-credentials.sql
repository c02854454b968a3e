-- expand
-- When credentials are renewed next although nothing is published with them; null: soon.
alter table connections add column refresh_after timestamptz;
