-- expand
-- The ids of the secret keys that the worker has, so that no key takes over that a living worker does not know.
alter table workers add column secret_key_ids text[];
