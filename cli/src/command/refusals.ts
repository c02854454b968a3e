import type { ExitCode } from './exit-codes.ts'

/** A command line that is wrong. The message says how to correct it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** No server or no key is known. The message says how to name one. */
export class NotSignedIn extends Error {
  override name = 'NotSignedIn'
}

/** The command cannot go on, for a reason that the server has told or the program has found. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The command ends before its end, for a reason that is no fault of the request. */
export class EarlyEnd extends Error {
  override name = 'EarlyEnd'
  readonly code: ExitCode

  constructor(message: string, code: ExitCode) {
    super(message)
    this.code = code
  }
}
