import { type Queryable, sql } from '../../db/database.ts'

/** A table whose rows belong to workspaces. */
export interface OwnedTable {
  readonly name: string
  /** Whether its rows name stored files. */
  readonly hasFiles: boolean
  /** Whether the database deletes its rows with the row of their workspace. */
  readonly goesWithWorkspace: boolean
  /** The columns by which its rows refer to other rows of it, each with the column that it refers to. */
  readonly references: readonly (readonly Reference[])[]
}

export interface Reference {
  readonly from: string
  readonly to: string
}

/**
 * Every table with a `workspace_id`, those that refer to others before them, so that rows can be deleted in this order. They
 * are read from PostgreSQL's catalog, so that a new table is never forgotten.
 */
export async function listOwnedTables(db: Queryable): Promise<OwnedTable[]> {
  const tables = await db.rows<TableRow>(sql`
    select c.oid::int8 as oid, c.relname::text as name, exists (
      select from pg_attribute f where f.attrelid = c.oid and f.attname = 'storage_key' and not f.attisdropped) as has_files,
      exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confdeltype = 'c'
        and f.confrelid = 'workspaces'::regclass) as goes_with_workspace
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    order by c.relname collate "C"`)
  const keys = await db.rows<ForeignKey>(sql`
    select conrelid::int8 as child, confrelid::int8 as parent,
      array(select a.attname::text from unnest(conkey) with ordinality k(num, at)
        join pg_attribute a on a.attrelid = conrelid and a.attnum = k.num order by k.at) as "from",
      array(select a.attname::text from unnest(confkey) with ordinality k(num, at)
        join pg_attribute a on a.attrelid = confrelid and a.attnum = k.num order by k.at) as "to"
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
  return childrenFirst(tables, keys).map(({ oid, name, has_files, goes_with_workspace }) => ({
    name,
    hasFiles: has_files,
    goesWithWorkspace: goes_with_workspace,
    references: keys
      .filter(({ child, parent }) => child === oid && parent === oid)
      .map(({ from, to }) => from.map((column, index) => ({ from: column, to: to[index] ?? '' }))),
  }))
}

interface TableRow {
  oid: number
  name: string
  has_files: boolean
  goes_with_workspace: boolean
}

interface ForeignKey {
  child: number
  parent: number
  from: string[]
  to: string[]
}

/** @throws Error where tables refer to each other in a ring: no order deletes their rows then. */
function childrenFirst<Table extends { oid: number; name: string }>(
  tables: readonly Table[],
  keys: readonly ForeignKey[],
): Table[] {
  const sorted: Table[] = []
  for (let left = [...tables]; left.length > 0; ) {
    const isFree = ({ oid }: Table) =>
      !keys.some(
        ({ child, parent }) => parent === oid && child !== oid && left.some((other) => other.oid === child),
      )
    const free = left.filter(isFree)
    if (free.length === 0)
      throw new Error(`The tables ${left.map(({ name }) => name).join(', ')} refer to each other in a ring.`)
    sorted.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return sorted
}
