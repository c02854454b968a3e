-- expand
-- Who renews the credentials of an account has until then to do it; no other asks the network meanwhile.
alter table connections add column refresh_until timestamptz;
