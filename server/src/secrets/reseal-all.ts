import { type Database, join, raw, type Sql, sql } from '../db/database.ts'
import type { Sealer } from '../lib/secrecy/seal.ts'
import { keyIdOf, type SecretKeys } from '../lib/secrecy/secret-keys.ts'
import { type SealedColumn, sealedColumns, sealedFieldOf } from './sealed-columns.ts'

export interface ResealContext {
  readonly db: Database
  readonly secretKeys: SecretKeys
  readonly sealer: Sealer
}

/** A value that no key opens. It was of no use before either, and is left as it is. */
export interface Unreadable {
  /** Its table, column and row, such as `connections.credentials of …`. */
  readonly place: string
  readonly reason: string
}

export interface ResealPass {
  readonly resealed: number
  /** Values that somebody changed or held meanwhile. Another pass finds them. */
  readonly skipped: number
  readonly unreadable: readonly Unreadable[]
}

interface SealedRow {
  row: string[]
  sealed: string
}

// The most rows of one statement. Their locks last for a few milliseconds.
const batch = 500

/**
 * Seals each value of every sealed column with the current key. It runs beside servers: no row is locked while it is opened
 * and sealed, and a value that was replaced meanwhile, such as by a refreshed token, is left as it is.
 */
export async function resealAll(
  context: ResealContext,
  onBatch: (resealed: number) => void,
): Promise<ResealPass> {
  let pass: ResealPass = { resealed: 0, skipped: 0, unreadable: [] }
  for (const column of sealedColumns) {
    let rows = await readOld(context, column, null)
    for (let last = rows.at(-1); last; last = rows.at(-1)) {
      pass = add(pass, await resealBatch(context, column, rows))
      onBatch(pass.resealed)
      rows = await readOld(context, column, last.row)
    }
  }
  return pass
}

/** Counts the values of all columns that are not sealed with the current key. */
export async function countOld({
  db,
  secretKeys,
}: Pick<ResealContext, 'db' | 'secretKeys'>): Promise<number> {
  let count = 0
  for (const column of sealedColumns) {
    const row = await db.row<{ count: number }>(
      sql`select count(*) as count from ${raw(column.table)} where ${isOld(column, secretKeys)}`,
    )
    count += row?.count ?? 0
  }
  return count
}

async function resealBatch(
  { db, sealer }: ResealContext,
  column: SealedColumn,
  rows: readonly SealedRow[],
): Promise<ResealPass> {
  const { fresh, unreadable } = sealAnew(sealer, column, rows)
  const resealed = fresh.length === 0 ? 0 : await replaceUnchanged(db, column, fresh)
  return { resealed, skipped: fresh.length - resealed, unreadable }
}

function add(pass: ResealPass, { resealed, skipped, unreadable }: ResealPass): ResealPass {
  return {
    resealed: pass.resealed + resealed,
    skipped: pass.skipped + skipped,
    unreadable: [...pass.unreadable, ...unreadable],
  }
}

function isOld({ column }: SealedColumn, keys: SecretKeys): Sql {
  return sql`${raw(column)} is not null and ${raw(column)} not like ${`%.${keyIdOf(keys.current)}`}`
}

/** The next values after this row, in the order of the primary key. */
function readOld(
  { db, secretKeys }: ResealContext,
  column: SealedColumn,
  after: readonly string[] | null,
): Promise<SealedRow[]> {
  const key = raw(column.key.join(', '))
  const beyond = after === null ? sql`true` : sql`(${key}) > (${join([...after])})`
  return db.rows<SealedRow>(sql`
    select array[${raw(column.key.map((name) => `${name}::text`).join(', '))}] as row, ${raw(column.column)} as sealed
    from ${raw(column.table)} where ${isOld(column, secretKeys)} and ${beyond}
    order by ${key} limit ${batch}`)
}

function sealAnew(sealer: Sealer, column: SealedColumn, rows: readonly SealedRow[]) {
  const fresh: (SealedRow & { was: string })[] = []
  const unreadable: Unreadable[] = []
  for (const { row, sealed } of rows) {
    const place = sealedFieldOf(column, row)
    try {
      fresh.push({ row, was: sealed, sealed: sealer.seal(sealer.open(sealed, place), place) })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      unreadable.push({ place: `${column.table}.${column.column} of ${row.join(' ')}`, reason })
    }
  }
  return { fresh, unreadable }
}

/** Replaces the values that are still as they were read, and answers how many. A row that somebody holds is left out. */
function replaceUnchanged(
  db: Database,
  { table, column, key }: SealedColumn,
  fresh: readonly (SealedRow & { was: string })[],
): Promise<number> {
  const given = fresh.map(({ row, was, sealed }) => ({
    ...Object.fromEntries(key.map((name, index) => [name, row[index]])),
    [column]: sealed,
    was,
  }))
  const [own, value] = [raw(table), raw(column)]
  const isSame = raw(key.map((name) => `t.${name} = g.${name}`).join(' and '))
  return db.run(sql`
    with given as materialized (
      select r.*, e ->> 'was' as was from jsonb_array_elements(${JSON.stringify(given)}::jsonb) e,
        jsonb_populate_record(null::${own}, e) r
    ), free as materialized (
      select g.* from given g join ${own} t on ${isSame} and t.${value} = g.was for no key update of t skip locked
    )
    update ${own} t set ${value} = g.${value} from free g where ${isSame}`)
}
