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

/** The condition for rows after a position, on the next page of a list that goes down from the latest unless it goes up. */
export function afterPosition(
  after: { at: string; id: string } | null,
  at: Sql,
  id: Sql,
  goes: 'down' | 'up' = 'down',
): Sql | null {
  const beyond = goes === 'up' ? sql`>` : sql`<`
  return after && sql`(${at}, ${id}) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`
}
