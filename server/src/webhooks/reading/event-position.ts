import { type Queryable, raw, type Sql, sql } from '../../db/database.ts'

/**
 * The place of an event in the order of commits. An event gets its id and its time before its transaction commits, so neither
 * says in which order events become visible.
 */
export interface EventPosition {
  /** Counts the restores of the database. The numbers of transactions start again with each. */
  readonly era: number
  /** The transaction that wrote it, a 64-bit number in decimal digits. */
  readonly txid: string
  readonly id: string
}

/** The current era. Every event of an older one is readable. */
export const currentEra = sql`coalesce((select value::int from instance where name = 'event_era'), 0)`

/**
 * Whether the event `alias` is readable: no transaction that may still commit an event before it is running. A transaction that runs
 * for long therefore holds back the events of all transactions that began to write after it. Without this rule its own
 * events would appear behind the position of a reader, and the reader would never see them.
 */
export function isReadable(alias: string): Sql {
  const e = raw(alias)
  return sql`(${e}.era, ${e}.txid) < (${currentEra}, pg_snapshot_xmin(pg_current_snapshot()))`
}

/** Whether there are events that cannot be read yet, because a transaction from before them still writes. */
export const isHeldBack = sql`exists (
  select from events e where (e.era, e.txid) >= (${currentEra}, pg_snapshot_xmin(pg_current_snapshot())))`

/** Whether the event `alias` comes after a position. */
export function isAfter(alias: string, { era, txid, id }: EventPosition): Sql {
  const e = raw(alias)
  return sql`(${e}.era, ${e}.txid, ${e}.id) > (${era}::int, ${txid}::xid8, ${id}::uuid)`
}

/** Before every event. */
export const beforeAll: EventPosition = { era: 0, txid: '0', id: '00000000-0000-0000-0000-000000000000' }

/** The end of the readable events at this moment. Every event that becomes readable later comes after it. */
export async function readEnd(db: Queryable): Promise<EventPosition> {
  const row = await db.row<{ era: number; txid: string }>(sql`
    select ${currentEra} as era, pg_snapshot_xmin(pg_current_snapshot())::text as txid`)
  if (!row) throw new Error('The database does not say where its events end.')
  return { ...row, id: beforeAll.id }
}
