-- expand
-- Posts of the simulated network grow older with the clock of the test data whose profiles published them, so that their
-- figures grow when it is advanced. No room but the network's own may know the clock, so the clock tells it here.
alter table sandbox_posts add column aged interval not null default interval '0';

create function advance_simulated_audience() returns trigger
language plpgsql as $$
begin
  update sandbox_posts p
  set aged = p.aged + (new.ahead - case when tg_op = 'UPDATE' then old.ahead else interval '0' end)
  from sandbox_profiles f
  where f.space = new.workspace_id || ':test' and p.profile_id = f.id;
  return null;
end
$$;
create trigger advance_simulated_audience_first after insert on test_clocks
  for each row execute function advance_simulated_audience();
create trigger advance_simulated_audience after update on test_clocks
  for each row when (new.ahead > old.ahead) execute function advance_simulated_audience();
