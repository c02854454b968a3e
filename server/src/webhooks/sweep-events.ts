import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'

// The locks of one statement last for a moment.
const atOnce = 5_000

/** Deletes events that are past their retention, with their deliveries, and figures that are no longer shown. */
export async function sweepEvents({ db, config }: Context, signal: AbortSignal): Promise<void> {
  const days = config.eventsKeptDays
  while (!signal.aborted && (await deleteDeliveries(db, days)) === atOnce);
  while (!signal.aborted && (await deleteEvents(db, days)) === atOnce);
  await db.run(sql`delete from webhook_hours where hour < clock_timestamp() - interval '2 days'`)
}

// A new delivery of an old event, as a test that waited, goes with its event.
function deleteDeliveries(db: Queryable, days: number): Promise<number> {
  return db.run(sql`
    delete from webhook_deliveries where ctid = any (array(
      select ctid from webhook_deliveries where created_at < (select clock_timestamp()) - make_interval(days => ${days})
      order by created_at limit ${atOnce} for update skip locked))`)
}

/** The oldest stand first in the order of commits. */
function deleteEvents(db: Queryable, days: number): Promise<number> {
  return db.run(sql`
    delete from events where ctid = any (array(
      select ctid from (select ctid, created_at from events order by era, txid, id limit ${atOnce}) oldest
      where created_at < (select clock_timestamp()) - make_interval(days => ${days})))`)
}
