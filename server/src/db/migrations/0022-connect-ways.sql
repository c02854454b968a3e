-- expand
-- The way in which the account was connected, by which its credentials are refreshed and revoked. Null stands for the
-- first way of its platform, which was the only one when it was connected.
alter table connections add column way text;
