-- expand
-- The owner of the whole server: until now the oldest person. Somebody who signed up by themselves before there was an owner is
-- not it; such a server has none until the token of its console makes one.
insert into instance (name, value)
select 'owner', oldest.id::text
from (select id, is_address_unproven from users order by created_at, id limit 1) oldest
where not oldest.is_address_unproven
on conflict (name) do nothing;
