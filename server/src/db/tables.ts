import { type Queryable, sql } from './database.ts'

/** A table of ours, with the columns that are stored in it. */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * Every table whose rows must outlive the server. They are read from PostgreSQL’s catalog, so that a new table is never
 * forgotten. Unlogged tables, which a crash empties, and the list of migrations, which migrating makes, are left out.
 */
export function listTables(db: Queryable): Promise<Table[]> {
  return db.rows<Table>(sql`
    select c.relname::text as name, (
      select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p' and c.relname <> 'migrations' and ${isOurs}
    order by c.relname collate "C"`)
}

/** Whether our schema has no table at all, not even one that a backup leaves out. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const found = await db.row(sql`
    select c.oid from pg_class c where c.relnamespace = current_schema()::regnamespace and ${isOurs} limit 1`)
  return found === null
}

// Tables of an extension come with the extension.
const isOurs = sql`not exists (
  select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** A name, quoted for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function columnList({ columns }: Table): string {
  return columns.map(quoted).join(', ')
}
