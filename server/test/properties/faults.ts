import { type Database, raw, sql } from '../../src/db/database.ts'

/**
 * Mistakes that are planted in the database: a proof that does not notice them proves nothing. `sends_twice`
 * lets the network publish everything twice; the others let Crier believe that it did what it did not.
 */
export const faults = {
  /** A canceled post is sent all the same, a moment later. */
  publishes_after_cancel: [
    `create function planted() returns trigger language plpgsql as $$ begin
      insert into sandbox_arrivals (profile_id, arrived_at, text, answer)
      select external_id::uuid, clock_timestamp() + interval '5 seconds', new.content->>'text', '201' from social_accounts
      where id = new.account_id; return null; end $$`,
    `create trigger planted after update on targets for each row
      when (new.state = 'canceled' and old.state <> 'canceled') execute function planted()`,
  ],
  sends_twice: [
    `create function planted() returns trigger language plpgsql as $$ begin
      insert into sandbox_posts (profile_id, id, root_id, depth, text, media, options, visible_at)
      select new.profile_id, made, made, 0, new.text, new.media, new.options, new.visible_at
      from (select gen_random_uuid() as made) m; return null; end $$`,
    `create trigger planted after insert on sandbox_posts for each row when (pg_trigger_depth() = 0)
      execute function planted()`,
  ],
  /** An edit is acknowledged, and the old words go out. */
  forgets_edits: [
    `create function planted() returns trigger language plpgsql as $$ begin
      new.content := old.content; return new; end $$`,
    `create trigger planted before update of content on targets for each row execute function planted()`,
  ],
  /** A rescheduled post keeps its old time. */
  forgets_times: [
    `create function planted() returns trigger language plpgsql as $$ begin
      new.scheduled_at := least(new.scheduled_at, old.scheduled_at); return new; end $$`,
    `create trigger planted before update of scheduled_at on targets for each row execute function planted()`,
  ],
  /** An unknown outcome is reported as a failure. */
  guesses: [
    `create function planted() returns trigger language plpgsql as $$ begin
      new.state := 'failed'; new.review := null; return new; end $$`,
    `create trigger planted before update on targets for each row
      when (new.state = 'needs_review' and old.state = 'unknown') execute function planted()`,
  ],
  /** A held post is never released. */
  forgets_held: [
    `create function planted() returns trigger language plpgsql as $$ begin
      new.next_action_at := 'infinity'; return new; end $$`,
    `create trigger planted before update on targets for each row
      when (old.state = 'held' and new.state = 'scheduled') execute function planted()`,
  ],
  /** A post that should wait for approval goes out without. */
  forgets_approval: [
    `create function planted() returns trigger language plpgsql as $$ begin
      new.state := 'scheduled'; new.hold_reason := null; new.awaits_approval := false;
      new.next_action_at := clock_timestamp(); return new; end $$`,
    `create trigger planted before insert on targets for each row
      when (new.hold_reason = 'approval') execute function planted()`,
  ],
} as const satisfies Record<string, readonly string[]>

export type FaultName = keyof typeof faults

export async function plant(db: Database, name: FaultName): Promise<void> {
  for (const statement of faults[name]) await db.run(sql`${raw(statement)}`)
}
