import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Connection, type Database, openDatabase, sql } from '../src/db/database.ts'
import { dropDatabase, inDatabase, withAdmin } from './global-setup.ts'

export interface TestDatabase {
  db: Database
  connection: Connection
  drop(): Promise<void>
}

/** A fresh, migrated database of its own. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('postgres').template)
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

async function createDatabase(template: string): Promise<TestDatabase> {
  const { connection: server } = inject('postgres')
  const name = `crier_test_${randomBytes(6).toString('hex')}`
  await withAdmin(server, async (run) => {
    await run(`create database ${name} template ${template} encoding 'UTF8' locale 'C'`)
  })
  const connection = inDatabase(server, name)
  const db = openDatabase(connection, { max: 10, statementTimeoutMs: 10_000, name: 'test' }, () => undefined)
  return {
    db,
    connection,
    drop: async () => {
      await db.close()
      await withAdmin(server, (run) => dropDatabase(run, name))
    },
  }
}
