import { type Queryable, sql } from '../db/database.ts'
import { cleanLine } from '../lib/text/clean-text.ts'
import type { Locale } from '../words/locales.ts'

/** A person's own settings; one that is left out stays. */
export interface PersonChange {
  readonly name?: string
  /** Null: the language of the browser. */
  readonly language?: Locale | null
  /** The language in which the app is shown to them now. */
  readonly shown_language?: Locale
  readonly single_letter_keys?: boolean
  /** Null: the person has looked through what they found in the account. */
  readonly inherited_at?: null
}

/** Changes a person's name and how the app speaks to them. */
export async function updatePerson(
  db: Queryable,
  userId: string,
  { name, language, shown_language: shown, single_letter_keys: keys, inherited_at: inherited }: PersonChange,
): Promise<void> {
  const newName = name === undefined ? null : cleanLine(name).trim()
  await db.run(sql`
    update users set name = coalesce(${newName}, name), single_letter_keys = coalesce(${keys ?? null}::boolean, single_letter_keys),
      inherited_at = case when ${inherited === null} then null else inherited_at end,
      language = case when ${language !== undefined} then ${language ?? null} else language end,
      shown_language = coalesce(${shown ?? null}, shown_language)
    where id = ${userId}`)
}
