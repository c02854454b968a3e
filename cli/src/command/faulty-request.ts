import { ApiError, type FieldProblem } from '@crier/sdk'

/** A refused request, with the parts of the command that its faults are from. */
export class FaultyRequest extends Error {
  override name = 'FaultyRequest'
  readonly answer: ApiError
  readonly causeOf: (fault: FieldProblem) => string | null

  constructor(answer: ApiError, causeOf: (fault: FieldProblem) => string | null) {
    super(answer.message, { cause: answer })
    this.answer = answer
    this.causeOf = causeOf
  }
}

/** Runs a request, and says of its faults which parts of the command they are from. @throws FaultyRequest */
export async function explainFaults<T>(
  causeOf: (fault: FieldProblem) => string | null,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof ApiError ? new FaultyRequest(error, causeOf) : error
  }
}
