import { awayStates, isDatabaseError, sqlState } from './sql-state.ts'

/** The database could not be reached, is starting, stopping, read-only or full: later, not never. The cause says why. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

/** The disk of the database is full: nothing can be written until there is room. */
export class DatabaseFull extends DatabaseAway {
  override name = 'DatabaseFull'
}

/** A COMMIT was sent and its answer never came: the change may or may not be there. */
export class CommitUnknown extends DatabaseAway {
  override name = 'CommitUnknown'
}

export function isDatabaseAway(error: unknown): error is DatabaseAway {
  return error instanceof DatabaseAway
}

/** Awaits something of PostgreSQL or its connection. @throws DatabaseAway for an error that says so */
export async function fromDatabase<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking
  } catch (error) {
    throw toDatabaseAway(error)
  }
}

/**
 * An error of PostgreSQL or its connection as DatabaseAway if it is one. No other error may come here: a disk says ENOENT
 * and another server ETIMEDOUT too.
 */
export function toDatabaseAway(error: unknown): unknown {
  if (!(error instanceof Error && saysAway(error))) return error
  // Where a name has several addresses, the error of them all has a code and no message.
  const reason = error.message || (error as NodeJS.ErrnoException).code
  if (isDatabaseError(error, sqlState.diskFull))
    return new DatabaseFull('The disk of the database is full.', { cause: error })
  return new DatabaseAway(`The database is away: ${reason}`, { cause: error })
}

/** The connection was not answered in time. A statement on it may still run. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof DatabaseAway && (error.cause as Error).message === 'Query read timeout'
}

const connectionCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]

function saysAway(error: Error): boolean {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return awayStates.test(code) || connectionCodes.includes(code)
  return /Connection terminated|timeout exceeded when trying to connect|not queryable|read timeout/.test(
    error.message,
  )
}
