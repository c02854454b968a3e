import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('./migrations/', import.meta.url)

/** One step of the schema, as it is in its file. */
export interface Migration {
  readonly name: string
  readonly sha256: string
  readonly statements: readonly string[]
  /** It only adds, so that programs of the version before go on working. Its first line says `-- expand`. */
  readonly oldMayRun: boolean
  /** It builds an index while others write, so it cannot run in a transaction, and may be run again when it broke off. */
  readonly isConcurrent: boolean
}

/** Every migration of this version, in order. */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => parseMigration(name, readFileSync(new URL(name, folder), 'utf8')))
}

/** @throws Error when a concurrent statement could not be repeated after it broke off */
function parseMigration(name: string, text: string): Migration {
  const statements = splitStatements(text)
  const isConcurrent = statements.some((statement) => /\bconcurrently\b/i.test(statement))
  for (const statement of isConcurrent ? statements : []) {
    if (
      !/^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) /i.test(
        statement,
      )
    )
      throw new Error(
        `${name} may only make and drop indexes concurrently, if they are (not) there: ${statement}`,
      )
  }
  return {
    name,
    sha256: createHash('sha256').update(text).digest('hex'),
    statements,
    oldMayRun: /^-- expand\b/.test(text),
    isConcurrent,
  }
}

/** A prepared statement is a single statement; bodies between $$ stay whole. */
function splitStatements(text: string): string[] {
  const withoutComments = text.replace(/^[ \t]*--.*$/gm, '')
  const statements: string[] = []
  let current = ''
  for (const [index, part] of withoutComments.split('$$').entries()) {
    const pieces = index % 2 === 0 ? part.split(';') : [`$$${part}$$`]
    current += pieces[0] ?? ''
    for (const piece of pieces.slice(1)) {
      statements.push(current)
      current = piece
    }
  }
  return [...statements, current].map((statement) => statement.trim()).filter(Boolean)
}
