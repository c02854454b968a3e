import { type Database, type Queryable, type Sql, sql } from '../../db/database.ts'
import { type EventPosition, isReadable, readEnd } from './event-position.ts'
import { readStretch, type StoredEvent, type Stretch } from './read-stretch.ts'

export interface EventReader {
  /** Its position is stored under this name. A new name begins with the events from now on. */
  readonly name: string
  /** The most events of one transaction. */
  readonly most: number
  /** A condition on the event `e`; the reader passes over all others. */
  readonly concerns: Sql
}

/**
 * Hands the next events of all workspaces that concern a reader to `handle`, in the transaction that stores the new
 * position. So each event is handled once, also when a process dies in between. Processes that call it at the same time
 * do not wait for each other; one of them reads. `handle` should be quick, because its transaction holds back the
 * events of later ones. Answers how many events were read or passed over; 0 also while another process reads. It opens
 * no transaction when there is nothing to read.
 */
export async function handleNewEvents(
  db: Database,
  reader: EventReader,
  handle: (tx: Queryable, events: readonly StoredEvent[]) => Promise<void>,
): Promise<number> {
  const known = await findPosition(db, reader.name)
  if (known === null) {
    await beginReading(db, reader.name)
    return 0
  }
  if ((await readStretch(db, known, { most: 1, concerns: sql`false` })).length === 0) return 0
  const { length } = await handleNext(db, reader, handle)
  return length
}

/** Like `handleNewEvents`, where the reader has begun and there probably are events. Answers what was read. */
export async function handleNext(
  db: Database,
  { name, most, concerns }: EventReader,
  handle: (tx: Queryable, events: readonly StoredEvent[]) => Promise<void>,
): Promise<Stretch> {
  return db.transaction(async (tx) => {
    const after = await lockPosition(tx, name)
    if (after === null) return nothingRead
    const stretch = await readStretch(tx, after, { most, concerns })
    const { end, events } = stretch
    if (end === null) return stretch
    if (events.length > 0) await handle(tx, events)
    await storePosition(tx, name, end)
    return stretch
  })
}

const nothingRead: Stretch = { length: 0, end: null, events: [] }

/** Whether there is an event that the reader of this name has not read; also true before it has begun. */
export function hasNews(name: string): Sql {
  return sql`not exists (select from event_readers where name = ${name}) or exists (
    select from event_readers r cross join lateral (
      select from events e where (e.era, e.txid, e.id) > (r.era, r.txid, r.event_id) and ${isReadable('e')}
      order by e.era, e.txid, e.id limit 1) news
    where r.name = ${name})`
}

/** Stores where a new reader begins, which is the end of the events of this moment. A reader that has begun goes on. */
export async function beginReading(db: Queryable, name: string): Promise<void> {
  const { era, txid, id } = await readEnd(db)
  await db.run(sql`
    insert into event_readers (name, era, txid, event_id) values (${name}, ${era}, ${txid}::xid8, ${id})
    on conflict (name) do nothing`)
}

const position = sql`select era, txid::text as txid, event_id as id from event_readers`

function findPosition(db: Queryable, name: string): Promise<EventPosition | null> {
  return db.row<EventPosition>(sql`${position} where name = ${name}`)
}

function lockPosition(tx: Queryable, name: string): Promise<EventPosition | null> {
  return tx.row<EventPosition>(sql`${position} where name = ${name} for update skip locked`)
}

async function storePosition(tx: Queryable, name: string, { era, txid, id }: EventPosition): Promise<void> {
  await tx.run(sql`
    update event_readers set era = ${era}, txid = ${txid}::xid8, event_id = ${id}, read_at = clock_timestamp()
    where name = ${name}`)
}
