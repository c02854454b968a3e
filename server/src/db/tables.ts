import { type Queryable, sql } from './database.ts'

/** A table of ours, with the columns that are stored in it. */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * Every table whose rows must outlive the server: what the catalog lists in our schema, so that a new one is never
 * forgotten. Left out are unlogged tables, which a crash empties, and the list of migrations, which migrating makes.
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

/** Whether nothing is in our schema: no table, not even one that is left out of a backup. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const found = await db.row(sql`
    select c.oid from pg_class c where c.relnamespace = current_schema()::regnamespace and ${isOurs} limit 1`)
  return found === null
}

// What an extension brought comes with the extension.
const isOurs = sql`not exists (
  select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** A name as SQL takes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function columnList({ columns }: Table): string {
  return columns.map(quoted).join(', ')
}
