import { join, type Sql, sql } from '../db/database.ts'

/** Conditions that must all hold; null always holds. */
export function allOf(conditions: readonly (Sql | null)[]): Sql {
  return join(
    conditions.filter((condition) => condition !== null),
    ' and ',
  )
}

/** A filter that may be repeated: any of its values. Null where it was not given. */
export function anyOf<Value>(
  values: readonly Value[] | undefined,
  condition: (values: readonly Value[]) => Sql,
): Sql | null {
  return values && values.length > 0 ? condition(values) : null
}

/** A text as a pattern for ILIKE that finds it anywhere. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** The condition for rows after a position, on the next page of a list. */
export function afterPosition(after: { at: string; id: string } | null, createdAt: Sql, id: Sql): Sql | null {
  return after && sql`(${createdAt}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
}
