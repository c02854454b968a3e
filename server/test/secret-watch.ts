import { type Database, raw, sql } from '../src/db/database.ts'

/** The secrets that one house gave out. None of them may stand in its database when it closes. */
export interface SecretWatch {
  add(name: string, secret: string): void
  /** Keeps the secrets that an answer shows once. */
  note(status: number, json: unknown): void
  /** The names of secrets that the database holds, each with its table. */
  search(db: Database): Promise<string[]>
}

/** The members of answers that show a secret once, and the form that it has there. */
const shownOnce: readonly (readonly [member: string, form: RegExp])[] = [
  ['key', /^crier_(?:live|test)_\w{38}$/],
  ['secret', /^(?:whsec_\S{20,}|[A-Z2-7]{16,})$/],
  ['recovery_codes', /^\w{4}-\w{4}-\w{4}-\w{4}$/],
]

/** A table with more rows is searched in its first ones, so that large tables do not keep a test waiting. */
const mostRows = 2_000

export function createSecretWatch(): SecretWatch {
  const secrets = new Map<string, string>()
  return {
    add: (name, secret) => void secrets.set(secret, name),
    note: (status, json) => {
      if (status !== 200 || typeof json !== 'object' || json === null) return
      for (const [member, form] of shownOnce) {
        const found: unknown = (json as Record<string, unknown>)[member]
        for (const each of Array.isArray(found) ? found : [found])
          if (typeof each === 'string' && form.test(each)) secrets.set(each, `the ${member} of an answer`)
      }
    },
    search: (db) => searchTables(db, secrets),
  }
}

async function searchTables(db: Database, secrets: ReadonlyMap<string, string>): Promise<string[]> {
  const tables = await db.rows<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`)
  // Bytes are shown in hex.
  const spellings = [...secrets].flatMap(([secret, name]) => [
    { name, text: secret },
    { name: `${name} as bytes`, text: Buffer.from(secret).toString('hex') },
  ])
  const texts = spellings.map(({ text }) => text)
  const leaks: string[] = []
  for (const { name } of tables) {
    const found = await db.rows<{ place: number }>(sql`
      select distinct s.place::int as place
      from (select t::text as row from ${raw(`"${name}"`)} t limit ${mostRows}) r,
        unnest(${texts}::text[]) with ordinality as s(text, place)
      where strpos(r.row, s.text) > 0`)
    leaks.push(...found.map(({ place }) => `${spellings[place - 1]?.name} in ${name}`))
  }
  return leaks
}
