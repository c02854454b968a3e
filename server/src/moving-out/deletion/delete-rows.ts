import {
  empty,
  isDatabaseError,
  join,
  type Queryable,
  raw,
  type Sql,
  sql,
  sqlState,
} from '../../db/database.ts'
import { quoted } from '../../db/tables.ts'
import type { OwnedTable } from './owned-tables.ts'

// Keeps a statement, and the locks that it holds, to a moment.
const batch = 1_000

/**
 * Deletes the rows of a workspace in a table, batch after batch, and notes the files that they named as discarded. Answers
 * whether none is left: rows that others hold at this moment stay for the next time.
 */
export async function deleteRows(
  db: Queryable,
  table: OwnedTable,
  workspaceId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const statement = deleteBatch(table, workspaceId)
  try {
    while (!signal.aborted) if ((await db.rows(statement)).length === 0) break
  } catch (error) {
    // Somebody has just added a row that refers to one of these.
    if (!isDatabaseError(error, sqlState.foreignKeyViolation)) throw error
  }
  return hasNone(db, table.name, workspaceId)
}

/** Whether a table has no row of a workspace. */
export async function hasNone(db: Queryable, table: string, workspaceId: string): Promise<boolean> {
  const left = await db.row(
    sql`select 1 from ${raw(quoted(table))} where workspace_id = ${workspaceId} limit 1`,
  )
  return left === null
}

function deleteBatch(table: OwnedTable, workspaceId: string): Sql {
  const name = raw(quoted(table.name))
  const gone = sql`
    delete from ${name} where ctid = any(array(
      select t.ctid from ${name} t where t.workspace_id = ${workspaceId} ${isLeaf(table)}
      limit ${batch} for update skip locked))`
  if (!table.hasFiles) return sql`with gone as (${gone} returning 1) select from gone`
  return sql`
    with gone as (${gone} returning workspace_id, storage_key), noted as (
      insert into discarded_files (workspace_id, storage_key)
      select distinct workspace_id, storage_key from gone where storage_key is not null
      on conflict do nothing)
    select from gone`
}

/** The condition that no other row of the table refers to the row `t`. */
function isLeaf({ name, references }: OwnedTable): Sql {
  const conditions = references.map((pairs) => {
    const isSame = pairs.map(({ from, to }) => sql`o.${raw(quoted(from))} = t.${raw(quoted(to))}`)
    const isAnother = sql`o.ctid <> t.ctid`
    return sql`and not exists (select from ${raw(quoted(name))} o where ${join([...isSame, isAnother], ' and ')})`
  })
  return conditions.length === 0 ? empty : join(conditions, ' ')
}
