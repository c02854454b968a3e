-- expand
-- The id of the SECRET_KEY that the hash was made with. Null: the one from before the first rotation.
alter table api_keys add column secret_key_id text;
