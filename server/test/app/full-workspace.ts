import { type Database, join, raw, sql } from '../../src/db/database.ts'
import { quoted } from '../../src/db/tables.ts'
import type { Tenant } from '../house.ts'

/** A table with a `workspace_id`, as the test itself reads it from the catalog. */
export async function listWorkspaceTables(db: Database): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select c.table_name::text as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and c.column_name = 'workspace_id' and t.table_type = 'BASE TABLE'
    order by 1`)
  return rows.map(({ name }) => name)
}

export async function countRows(db: Database, table: string, workspaceId: string): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*) as count from ${raw(quoted(table))} where workspace_id = ${workspaceId}`,
  )
  return row?.count ?? 0
}

/**
 * Adds a row of a workspace to each table that has none of it, so that tables that are added later have one too. Their columns
 * get any value of their type. Their rules, and what they refer to, are dropped for that in the database of this test.
 */
export async function fillEmptyTables(
  db: Database,
  { workspaceId, userId }: Pick<Tenant, 'workspaceId' | 'userId'>,
): Promise<void> {
  for (const table of await listWorkspaceTables(db)) {
    if ((await countRows(db, table, workspaceId)) > 0) continue
    const rules = await db.rows<{ name: string }>(sql`
      select conname::text as name from pg_constraint
      where conrelid = ${quoted(table)}::regclass and (
        contype = 'c' or contype = 'f' and confrelid not in ('workspaces'::regclass, 'users'::regclass))`)
    for (const { name } of rules)
      await db.run(sql`alter table ${raw(quoted(table))} drop constraint ${raw(quoted(name))}`)
    const columns = await db.rows<{ name: string; type: string }>(sql`
      select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${quoted(table)}::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef
        and attidentity = '' and attname <> 'workspace_id'`)
    const users = await db.rows<{ name: string }>(sql`
      select a.attname::text as name from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.conrelid = ${quoted(table)}::regclass and c.contype = 'f' and c.confrelid = 'users'::regclass`)
    const isUser = (column: string) => users.some(({ name }) => name === column)
    const names = ['workspace_id', ...columns.map(({ name }) => name)].map((name) => raw(quoted(name)))
    const values = columns.map(({ name, type }) => (isUser(name) ? sql`${userId}` : raw(anyOf(type))))
    await db.run(sql`
      insert into ${raw(quoted(table))} (${join(names)}) values (${join([sql`${workspaceId}`, ...values])})`)
  }
}

function anyOf(type: string): string {
  if (type.endsWith('[]')) return "'{}'"
  const known: Readonly<Record<string, string>> = {
    uuid: 'gen_random_uuid()',
    // It may be the key of a file.
    text: 'md5(random()::text)',
    bytea: "decode(md5(random()::text), 'hex')",
    jsonb: "'{}'",
    json: "'{}'",
    boolean: 'true',
    interval: "interval '0'",
    date: 'current_date',
    'timestamp with time zone': 'clock_timestamp()',
    'time without time zone': "time '09:00'",
  }
  return known[type] ?? '1'
}
