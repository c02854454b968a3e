-- expand
-- The ids of the secret keys that the worker has, so that none becomes the current one that a living worker does not have.
alter table workers add column secret_key_ids text[];
