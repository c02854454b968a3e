import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Connection, type Database, openDatabase } from '../src/db/database.ts'
import { inDatabase, withAdmin } from './global-setup.ts'

export interface TestDatabase {
  db: Database
  connection: Connection
  drop(): Promise<void>
}

/** A fresh, migrated database of its own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { connection: server, template } = inject('postgres')
  const name = `crier_test_${randomBytes(6).toString('hex')}`
  await withAdmin(server, async (run) => void (await run(`create database ${name} template ${template}`)))
  const connection = inDatabase(server, name)
  const db = openDatabase(connection, { max: 10, statementTimeoutMs: 10_000, name: 'test' }, () => undefined)
  return {
    db,
    connection,
    drop: async () => {
      await db.close()
      await withAdmin(server, async (run) => void (await run(`drop database if exists ${name} with (force)`)))
    },
  }
}
