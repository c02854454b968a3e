import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { StartError } from '../lib/settings/start-error.ts'
import { type Database, isRefusedByDatabase, onClient, type Queryable, raw, sql } from './database.ts'
import { fromDatabase } from './database-away.ts'
import type { RanMigration, Sequence } from './dump.ts'
import { migrateWithin, refuseForeign } from './migrate.ts'
import { columnList, isEmpty, listTables, quoted, type Table } from './tables.ts'

/** The rows of every table, as COPY wrote them, with the sequences and migrations that belong to them. */
export interface Load {
  readonly migrations: readonly RanMigration[]
  readonly sequences: readonly Sequence[]
  readonly tables: readonly (Table & { readonly rows: number })[]
  read(table: Table): Readable
  /** Done within the same transaction, when the database is whole and of this version. */
  finish(tx: Queryable): Promise<void>
}

/**
 * Fills an empty database in one transaction: after any error or power cut it is empty again. The rows go into the tables
 * of the version that wrote them; then the newer migrations run. Answers the names of those.
 * @throws StartError when the database is not empty, or what is loaded is not what it says.
 */
export async function loadDatabase(database: Database, load: Load): Promise<string[]> {
  refuseForeign(load.migrations)
  const client = await database.connect()
  const ask = (text: string) => fromDatabase(client.query(text))
  client.on('error', () => undefined)
  try {
    await ask('set idle_in_transaction_session_timeout = 0')
    await ask('set lock_timeout = 0')
    await ask('begin')
    const tx = onClient(client)
    const old = new Set(load.migrations.map(({ name }) => name))
    await migrateWithin(tx, {
      before: async () => {
        if (await isEmpty(tx)) return
        throw new StartError(
          'A backup can only be restored into an empty database, and this one is not empty. Set DATA_DIR to a new folder, or DATABASE_URL to a new database.',
        )
      },
      only: (name) => old.has(name),
    })
    const copyIn = async (table: Table) => {
      const stream = client.query(copyFrom(`copy ${quoted(table.name)} (${columnList(table)}) from stdin`))
      await fromDatabase(pipeline(load.read(table), stream)).catch((error: unknown) => {
        throw explainRefusal(table.name, error)
      })
      return stream.rowCount
    }
    await fill(tx, load, copyIn)
    const ran = await migrateWithin(tx, { only: () => true })
    await load.finish(tx)
    await tx.run(sql`analyze`)
    await ask('commit')
    return ran
  } finally {
    // PostgreSQL rolls back when the connection ends.
    await client.end()
  }
}

/** A StartError for rows that PostgreSQL refuses or that cannot be unpacked; any other error as it is. */
function explainRefusal(name: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (!isRefusedByDatabase(error) && !code?.startsWith('Z_')) return error
  return new StartError(
    `The backup cannot be restored, because its content of ${name} is not what Crier stores there (${message}). Nothing was restored. Use another backup.`,
    { cause: error },
  )
}

async function fill(tx: Queryable, load: Load, copyIn: (table: Table) => Promise<number>): Promise<void> {
  await refuseOtherTables(tx, load.tables)
  const foreignKeys = await dropForeignKeys(tx)
  for (const table of load.tables) {
    const inserted = await copyIn(table)
    const counted = await tx.row<{ rows: number }>(
      sql`select count(*) as rows from ${raw(quoted(table.name))}`,
    )
    if (inserted !== table.rows || counted?.rows !== table.rows) {
      throw new StartError(
        `${counted?.rows ?? 0} rows of ${table.name} were restored, and it had ${table.rows}.`,
      )
    }
  }
  // Foreign keys are checked for all rows at once: row by row takes many times as long and needs an order without cycles.
  for (const { table, name, definition } of foreignKeys) {
    await tx
      .run(sql`${raw(`alter table ${table} add constraint ${name} ${definition}`)}`)
      .catch((error: unknown) => {
        throw explainRefusal(table, error)
      })
  }
  for (const { name, value } of load.sequences) {
    await tx
      .run(sql`select setval(${quoted(name)}::text::regclass, ${value}::bigint)`)
      .catch((error: unknown) => {
        throw explainRefusal(name, error)
      })
  }
}

/** A table that is missing on either side would mean rows that are lost silently. */
async function refuseOtherTables(tx: Queryable, tables: readonly Table[]): Promise<void> {
  const here = (await listTables(tx)).map(({ name }) => name)
  const there = tables.map(({ name }) => name)
  const odd = [
    ...here.filter((name) => !there.includes(name)),
    ...there.filter((name) => !here.includes(name)),
  ]
  if (odd.length === 0) return
  throw new StartError(`The backup and its migrations disagree about the table ${odd.join(', ')}.`)
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

async function dropForeignKeys(tx: Queryable): Promise<ForeignKey[]> {
  const keys = await tx.rows<ForeignKey>(sql`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0
    order by 1, 2`)
  for (const { table, name } of keys) {
    await tx.run(sql`${raw(`alter table ${table} drop constraint ${name}`)}`)
  }
  return keys
}
