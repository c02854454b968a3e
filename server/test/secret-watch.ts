import { type Database, join, raw, sql } from '../src/db/database.ts'

/** The secrets that one house gave out. None of them may stand in its database or in its log when it closes. */
export interface SecretWatch {
  add(name: string, secret: string): void
  /** Keeps the secrets that an answer shows once. */
  note(status: number, json: unknown): void
  /** Keeps the secrets of cookies that an answer sets. */
  noteCookies(lines: readonly string[]): void
  /** The names of secrets that the database holds, each with its table. */
  search(db: Database): Promise<string[]>
  /** The names of secrets that a text holds, each with its place. */
  found(text: string, place: string): string[]
}

/** The members of answers that show a secret once, and the form that it has there; its group is the secret, where it has one. */
const shownOnce: readonly (readonly [member: string, form: RegExp])[] = [
  ['key', /^crier_(?:live|test)_\w{38}$/],
  ['access_token', /^crier_access_\S{43}$/],
  ['refresh_token', /^crier_refresh_\S{43}$/],
  ['url', /\/calendars\/(crier_calendar_\S{43})\.ics$/],
  ['secret', /^(?:whsec_\S{20,}|[A-Z2-7]{16,})$/],
  ['recovery_codes', /^\w{4}-\w{4}-\w{4}-\w{4}$/],
]

/** A table with more rows is searched in its first ones, so that large tables do not keep a test waiting. */
const mostRows = 10_000

/** A house that gave out more is searched for the newest ones. */
const mostSecrets = 300

export function createSecretWatch(): SecretWatch {
  const secrets = new Map<string, string>()
  return {
    add: (name, secret) => void secrets.set(secret, name),
    note: (status, json) => {
      if (status !== 200 || typeof json !== 'object' || json === null) return
      for (const [member, form] of shownOnce) {
        const found: unknown = (json as Record<string, unknown>)[member]
        for (const each of Array.isArray(found) ? found : [found]) {
          const [whole, secret = whole] = form.exec(typeof each === 'string' ? each : '') ?? []
          if (secret !== undefined) secrets.set(secret, `the ${member} of an answer`)
        }
      }
    },
    noteCookies: (lines) => {
      for (const line of lines) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]{20,})/.exec(line) ?? []
        if (value !== '') secrets.set(value, `the cookie ${name.replace(/_[\w-]{20,}$/, '')}`)
      }
    },
    search: (db) => searchTables(db, secrets),
    found: (text, place) =>
      [...secrets].flatMap(([secret, name]) => (text.includes(secret) ? [`${name} in ${place}`] : [])),
  }
}

async function searchTables(db: Database, secrets: ReadonlyMap<string, string>): Promise<string[]> {
  const tables = await db.rows<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`)
  // Bytes are shown in hex.
  const spellings = [...secrets].slice(-mostSecrets).flatMap(([secret, name]) => [
    { name, text: secret },
    { name: `${name} as bytes`, text: Buffer.from(secret).toString('hex') },
  ])
  const texts = spellings.map(({ text }) => text)
  const rows = tables.map(
    ({ name }) =>
      sql`(select ${name}::text as name, t::text as row from ${raw(`"${name}"`)} t limit ${mostRows})`,
  )
  // One statement for all tables, because each costs a way to the database and back.
  const found = await db.rows<{ name: string; place: number }>(sql`
    select distinct r.name, s.place::int as place
    from (${join(rows, ' union all ')}) r, unnest(${texts}::text[]) with ordinality as s(text, place)
    where strpos(r.row, s.text) > 0`)
  return found.map(({ name, place }) => `${spellings[place - 1]?.name} in ${name}`)
}
