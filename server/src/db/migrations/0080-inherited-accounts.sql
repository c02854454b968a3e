-- expand
-- The person who set the address, or whose key did; null for one from before this version.
alter table webhook_endpoints add column set_by uuid;
alter table webhook_endpoints drop constraint webhook_endpoints_disabled_reason_check;
alter table webhook_endpoints add constraint webhook_endpoints_disabled_reason_check
  check (disabled_reason in ('person', 'failing', 'gone', 'inherited')) not valid;

-- When the account went to the person whose address it names, and whose nobody had shown it to be before. Null again once they
-- have looked through what they found in it.
alter table users add column inherited_at timestamptz;
