import type { Readable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import { type Database, onClient, type Queryable, sql } from './database.ts'
import { fromDatabase, toDatabaseAway } from './database-away.ts'
import { columnList, listTables, quoted, type Table } from './tables.ts'

/** The whole database as it was at one moment, without rows that are written meanwhile. */
export interface Snapshot {
  readonly tables: readonly Table[]
  readonly sequences: readonly Sequence[]
  readonly migrations: readonly RanMigration[]
  readonly takenAt: Date
  /** The version of PostgreSQL, such as `18.4`. */
  readonly postgres: string
  /** Reads anything else as it was at that moment. */
  readonly db: Queryable
  /** The rows of a table as COPY writes them, one table at a time. `count` is their number, once all have been read. */
  copyOut(table: Table): { readonly rows: Readable; count(): Promise<number> }
}

export interface Sequence {
  readonly name: string
  /** The last number it gave. */
  readonly value: number
}

export interface RanMigration {
  readonly name: string
  readonly sha256: string
}

/** Reads the database in one transaction that sees a single moment, while others go on writing. */
export async function withSnapshot<Result>(
  database: Database,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const client = await database.connect()
  const ask = (text: string) => fromDatabase(client.query(text))
  let broken: unknown
  // A connection that breaks fails the statement that runs on it.
  client.on('error', () => undefined)
  try {
    await ask('set idle_in_transaction_session_timeout = 0')
    await ask('begin isolation level repeatable read read only')
    const db = onClient(client)
    const result = await work({
      ...(await readFacts(db)),
      db,
      copyOut: (table) => {
        const rows = client.query(
          copyTo(`copy (select ${columnList(table)} from ${quoted(table.name)}) to stdout`),
        )
        rows.once('error', (error) => {
          broken = error
        })
        return {
          rows,
          count: async () => {
            // The count arrives after the last row; the answer to a further query arrives after the count.
            await ask('select')
            return rows.rowCount
          },
        }
      },
    })
    await ask('commit')
    return result
  } catch (error) {
    throw error === broken ? toDatabaseAway(error) : error
  } finally {
    await client.end()
  }
}

async function readFacts(db: Queryable): Promise<Omit<Snapshot, 'db' | 'copyOut'>> {
  const about = await db.row<{ taken_at: Date; postgres: string }>(sql`
    select clock_timestamp() as taken_at, split_part(current_setting('server_version'), ' ', 1) as postgres`)
  if (!about) throw new Error('The database answered nothing.')
  return {
    takenAt: about.taken_at,
    postgres: about.postgres,
    tables: await listTables(db),
    migrations: await db.rows<RanMigration>(sql`select name, sha256 from migrations order by name`),
    // Sequences are outside the snapshot: read after it was taken, none is behind its rows. An unused one is left out.
    sequences: await db.rows<Sequence>(sql`
      select sequencename::text as name, last_value as value from pg_sequences
      where schemaname = current_schema() and last_value is not null order by sequencename`),
  }
}
