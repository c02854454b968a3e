/** PostgreSQL’s codes for the errors that we distinguish (appendix A of its manual). */
export const sqlState = {
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  /** The disk of the database has no room left. */
  diskFull: '53100',
  lockNotAvailable: '55P03',
  /** A statement took longer than `statement_timeout`. */
  queryCanceled: '57014',
} as const

/**
 * States after which nothing is wrong with the statement, but with the database: classes 08 (connection), 53 (insufficient
 * resources) and 57P (shutdown), `read_only_sql_transaction` and `io_error`.
 */
export const awayStates = /^(?:08|53|57P|25006|58030)/

export type SqlState = (typeof sqlState)[keyof typeof sqlState]

/** Whether an error has this code of PostgreSQL’s, and is about this constraint if one is named. */
export function isDatabaseError(error: unknown, state: SqlState, constraint?: string): boolean {
  const found = error as { code?: unknown; constraint?: unknown } | null
  return found?.code === state && (constraint === undefined || found.constraint === constraint)
}

/** Others are in the way for a moment: nothing was done, and the next try may succeed. */
export function isDatabaseBusy(error: unknown): boolean {
  return busy.some((state) => isDatabaseError(error, state))
}

const busy = [
  sqlState.lockNotAvailable,
  sqlState.deadlockDetected,
  sqlState.serializationFailure,
  sqlState.queryCanceled,
]
