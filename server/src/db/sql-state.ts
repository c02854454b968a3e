/** PostgreSQL’s codes for the errors that we tell apart (appendix A of its manual). */
export const sqlState = {
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  lockNotAvailable: '55P03',
  /** A statement took longer than `statement_timeout`. */
  queryCanceled: '57014',
} as const

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
