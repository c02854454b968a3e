-- A test clock is moved under an exclusive advisory lock of its workspace; who stores a target by that clock takes it
-- shared. So a target that was timed by the clock as it stood before is timed anew before it is stored, and none is
-- left waiting for a time that the clock has passed already.
create function lock_test_clock(workspace uuid, to_move boolean) returns void
language plpgsql volatile as $$ begin
  if to_move then perform pg_advisory_xact_lock(hashtextextended('test clock ' || workspace, 0));
  else perform pg_advisory_xact_lock_shared(hashtextextended('test clock ' || workspace, 0));
  end if;
end $$;

create function time_test_target() returns trigger
language plpgsql volatile as $$
declare clock timestamptz;
begin
  perform lock_test_clock(new.workspace_id, false);
  clock := crier_now(new.workspace_id, new.mode);
  -- Looked at by now, and due later than any lead for preparing: "at once" by a clock that was put back meanwhile.
  if new.next_action_at <= clock_timestamp() and new.scheduled_at > clock + interval '10 minutes' then
    new.scheduled_at := clock;
  end if;
  new.next_action_at := least(new.next_action_at, greatest(clock_timestamp(), clock_timestamp() + (new.scheduled_at - clock)));
  return new;
end $$;

create trigger time_test_target before insert on targets for each row
  when (new.mode = 'test' and new.state = 'scheduled') execute function time_test_target();
