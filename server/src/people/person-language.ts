import { raw, type Sql, sql } from '../db/database.ts'

/**
 * The language of the mails to a person, in SQL, by the alias of a row of `users`: the one that they chose, else the one in which
 * the app was last shown to them. Null: not known.
 */
export function languageOf(alias: string): Sql {
  const u = raw(alias)
  return sql`coalesce(${u}.language, ${u}.shown_language)`
}
