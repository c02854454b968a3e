import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { StartError } from '../lib/start-error.ts'
import { type Database, type Queryable, raw, sql } from './database.ts'

const folder = new URL('./migrations/', import.meta.url)
// Any number that no other program uses on this database.
const migrationLock = 4_747_001

/**
 * Brings the database to this version: every migration that has not run yet, in order, each in a transaction, under one
 * lock, so that instances starting together do it once. Answers the names of those it ran.
 * @throws StartError when the database is newer than this program, or an old migration was edited.
 */
export async function migrate(db: Database): Promise<string[]> {
  const migrations = readMigrations()
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${migrationLock})`)
    await tx.run(listOfMigrations)
  })
  const ran: string[] = []
  for (const migration of migrations) if (await runMigration(db, migration)) ran.push(migration.name)
  await refuseNewer(db, new Set(migrations.map((migration) => migration.name)))
  return ran
}

const listOfMigrations = sql`create table if not exists migrations (
  name text primary key, sha256 text not null, ran_at timestamptz not null default clock_timestamp())`

/**
 * The same within a transaction that also does something else. `before` runs once nobody else migrates. Answers the
 * names of those it ran.
 */
export async function migrateWithin(
  tx: Queryable,
  { before, only }: { before?: () => Promise<void>; only: (name: string) => boolean },
): Promise<string[]> {
  await tx.run(sql`select pg_advisory_xact_lock(${migrationLock})`)
  await before?.()
  await tx.run(listOfMigrations)
  const ran: string[] = []
  for (const migration of readMigrations()) {
    if (only(migration.name) && (await runWithin(tx, migration))) ran.push(migration.name)
  }
  return ran
}

/** @throws StartError unless this program knows every one of these migrations, to the letter. */
export function refuseForeign(migrations: readonly { name: string; sha256: string }[]): void {
  const known = new Map(readMigrations().map(({ name, sha256 }) => [name, sha256]))
  for (const { name, sha256 } of migrations) {
    const own = known.get(name)
    if (own === undefined)
      throw new StartError(`A newer Crier made this (it has ${name}). Install that version.`)
    if (own !== sha256) throw new StartError(`The migration ${name} is not the one this was made with.`)
  }
}

/** Whether every migration of this version has run on the database. */
export async function isMigrated(db: Database): Promise<boolean> {
  const ran = await db.rows<{ name: string }>(sql`select name from migrations`)
  const names = new Set(ran.map(({ name }) => name))
  return migrationNames().every((name) => names.has(name))
}

interface Migration {
  name: string
  text: string
  sha256: string
}

function readMigrations(): Migration[] {
  return migrationNames().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
}

function runMigration(db: Database, migration: Migration): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.run(sql`set local lock_timeout = '60s'`)
    await tx.run(sql`set local statement_timeout = '600s'`)
    await tx.run(sql`select pg_advisory_xact_lock(${migrationLock})`)
    return runWithin(tx, migration)
  })
}

async function runWithin(tx: Queryable, { name, text, sha256 }: Migration): Promise<boolean> {
  const before = await tx.row<{ sha256: string }>(sql`select sha256 from migrations where name = ${name}`)
  if (before && before.sha256 !== sha256) {
    throw new StartError(`The migration ${name} is not the one this database was made with.`)
  }
  if (before) return false
  for (const statement of splitStatements(text)) await tx.run(sql`${raw(statement)}`)
  await tx.run(sql`insert into migrations (name, sha256) values (${name}, ${sha256})`)
  return true
}

/** A prepared statement is a single statement; bodies between $$ stay whole. */
function splitStatements(text: string): string[] {
  const withoutComments = text.replace(/^\s*--.*$/gm, '')
  const statements: string[] = []
  let current = ''
  for (const [index, part] of withoutComments.split('$$').entries()) {
    const pieces = index % 2 === 0 ? part.split(';') : [`$$${part}$$`]
    current += pieces[0] ?? ''
    for (const piece of pieces.slice(1)) {
      statements.push(current)
      current = piece
    }
  }
  return [...statements, current].map((statement) => statement.trim()).filter(Boolean)
}

async function refuseNewer(db: Database, known: ReadonlySet<string>): Promise<void> {
  const rows = await db.rows<{ name: string }>(sql`select name from migrations order by name`)
  const unknown = rows.filter((row) => !known.has(row.name))
  if (unknown.length > 0) {
    throw new StartError(
      `This database was made by a newer Crier (it has ${unknown.at(-1)?.name}). Install that version.`,
    )
  }
}
