-- expand
-- The dispatcher that has deliveries of the endpoint in its hands, and until when it counts as alive. It alone knows how many are
-- under way, so nobody has to count them.
alter table webhook_endpoints
  add column lease_owner text,
  add column lease_until timestamptz;
