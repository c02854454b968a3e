import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import {
  type Connection,
  type Database,
  type InsertListener,
  openDatabase,
  raw,
  sql,
} from '../src/db/database.ts'
import { dropDatabase, inDatabase, openAdmin } from './global-setup.ts'

export interface TestDatabase {
  db: Database
  connection: Connection
  drop(): Promise<void>
}

/** A fresh, migrated database of its own. `onInsert` hears of what the test itself writes. */
export function createTestDatabase(onInsert?: InsertListener): Promise<TestDatabase> {
  return createDatabase(inject('postgres').template, onInsert)
}

/** An empty database. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0')
}

/** A copy, file by file. Connections to the original are ended. */
export async function copyDatabase(original: TestDatabase): Promise<TestDatabase> {
  const row = await original.db.row<{ name: string }>(sql`
    select current_database() as name, (select count(pg_terminate_backend(pid)) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid())`)
  await original.db.row(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => null)
  return createDatabase(row?.name ?? '')
}

/** The way to the server for all databases of this process, which ends a few seconds after its last statement. */
let admin: Database | undefined

function administer(text: string): Promise<unknown> {
  admin ??= openAdmin(inject('postgres').connection, 4)
  return admin.run(sql`${raw(text)}`)
}

async function createDatabase(template: string, onInsert?: InsertListener): Promise<TestDatabase> {
  const { connection: server } = inject('postgres')
  const name = `crier_test_${randomBytes(6).toString('hex')}`
  // In memory, files are copied for half of the processor time that the log takes; on a disk both take as long.
  await administer(`create database ${name} template ${template} encoding 'UTF8' strategy file_copy`)
  const connection = inDatabase(server, name)
  const pool = {
    max: 10,
    statementTimeoutMs: 10_000,
    patienceMs: 30_000,
    name: 'test',
    ...(onInsert ? { onInsert } : {}),
  }
  const db = openDatabase(connection, pool, () => undefined)
  return {
    db,
    connection,
    drop: async () => {
      await db.close()
      await dropDatabase(administer, name)
    },
  }
}
