import { type Database, raw, sql } from '../../src/db/database.ts'

/** One change of a target that its own transaction wrote down, whoever made it. */
export interface Transition {
  target_id: string
  at: Date
  from_state: string
  to_state: string
  from_fence: number
  to_fence: number
  by_whom: string
  /** The owner of the lease; null where there was none. */
  owner?: string | null
}

/** One change of a commit's outcome. */
export interface CommitChange {
  target_id: string
  from_outcome: string
  to_outcome: string
}

/**
 * Lets the database itself write down every step of every target, in the transaction that makes it: no process can
 * forget one, and a step that was rolled back leaves nothing.
 */
export async function placeWitness(db: Database): Promise<void> {
  for (const statement of witness) await db.run(sql`${raw(statement)}`)
}

const witness = [
  `create table proof_transitions (number bigint primary key generated always as identity,
    at timestamptz not null default clock_timestamp(), target_id uuid not null, from_state text not null,
    to_state text not null, from_fence bigint not null, to_fence bigint not null, by_whom text not null,
    owner text)`,
  `create function proof_note_step() returns trigger language plpgsql as $$ begin
    insert into proof_transitions (target_id, from_state, to_state, from_fence, to_fence, by_whom, owner)
    values (new.id, old.state, new.state, old.fence, new.fence, current_setting('application_name'),
      new.lease_owner);
    return null; end $$`,
  `create trigger proof_note_step after update on targets for each row execute function proof_note_step()`,
  `create table proof_commit_changes (number bigint primary key generated always as identity,
    target_id uuid not null, from_outcome text not null, to_outcome text not null)`,
  `create function proof_note_outcome() returns trigger language plpgsql as $$ begin
    insert into proof_commit_changes (target_id, from_outcome, to_outcome)
    values (new.target_id, old.outcome, new.outcome);
    return null; end $$`,
  `create trigger proof_note_outcome after update on commits for each row
    when (old.outcome is distinct from new.outcome) execute function proof_note_outcome()`,
]

/**
 * The mistake that every queue makes by default, made on purpose: a commit whose worker is gone is taken for not sent,
 * so that the next worker sends again. A proof that does not notice this proves nothing.
 */
export async function makeNaive(db: Database): Promise<void> {
  for (const statement of naivety) await db.run(sql`${raw(statement)}`)
}

// Only the sweep of an expired lease raises the fence on the way to unknown, and writes no error to the commit; the
// error of an earlier send is taken away first.
const naivety = [
  `create function proof_naive_target() returns trigger language plpgsql as $$ begin
    new.state := 'ready'; new.next_action_at := clock_timestamp(); return new; end $$`,
  `create trigger proof_naive_target before update on targets for each row
    when (old.state = 'committing' and new.state = 'unknown' and new.fence > old.fence)
    execute function proof_naive_target()`,
  `create function proof_naive_again() returns trigger language plpgsql as $$ begin
    new.error := null; return new; end $$`,
  `create trigger proof_naive_again before update on commits for each row
    when (new.outcome = 'pending') execute function proof_naive_again()`,
  `create function proof_naive_commit() returns trigger language plpgsql as $$ begin
    new.outcome := 'not_sent'; new.settled_at := clock_timestamp(); return new; end $$`,
  `create trigger proof_naive_commit before update on commits for each row
    when (old.outcome = 'pending' and new.outcome = 'unknown' and new.error is null)
    execute function proof_naive_commit()`,
]
