import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  type FieldProblem,
  PermissionError,
  RequestAbortedError,
  RequestTimeoutError,
  SubscriptionRequiredError,
} from '@crier/sdk'
import { PlanError } from '@crier/sdk/plans'
import { codeOf, isWithoutAnswer, LostAnswer } from '../session/lost-answer.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { FaultyRequest } from './faulty-request.ts'
import { EarlyEnd, NotSignedIn, Refusal, UsageError } from './refusals.ts'

export interface DescribedError {
  readonly lines: readonly string[]
  readonly code: ExitCode
}

/** Says in sentences what went wrong, and with which code the program ends. A key is never shown. */
export function describeError(error: unknown): DescribedError {
  const { lines, code } = describe(error)
  return { lines: lines.map((line) => line.replace(/(crier_(?:live|test)_)\w+/g, '$1…')), code }
}

function describe(error: unknown): DescribedError {
  if (error instanceof UsageError) return { lines: [error.message], code: exitCodes.usage }
  if (error instanceof PlanError)
    return {
      lines: [error.message],
      code: error.code === 'no_accounts' ? exitCodes.refused : exitCodes.usage,
    }
  if (error instanceof NotSignedIn) return { lines: [error.message], code: exitCodes.notSignedIn }
  if (error instanceof Refusal) return { lines: [error.message], code: exitCodes.refused }
  if (error instanceof EarlyEnd) return { lines: [error.message], code: error.code }
  if (error instanceof LostAnswer) return describeLost(error)
  if (error instanceof FaultyRequest) return describeAnswer(error.answer, error.causeOf)
  if (error instanceof ApiError) return describeAnswer(error, () => null)
  if (error instanceof RequestAbortedError) return { lines: ['Stopped.'], code: exitCodes.interrupted }
  if (error instanceof ConnectionError || error instanceof RequestTimeoutError)
    return { lines: [`${sentenceOf(error)} Nothing was changed.`], code: exitCodes.unreachable }
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { lines: [`This is a bug in crier: ${told}`], code: exitCodes.refused }
}

function describeLost({ cause, idempotencyKey }: LostAnswer): DescribedError {
  const isStopped = cause instanceof RequestAbortedError
  return {
    lines: [
      `${isStopped ? 'Stopped.' : sentenceOf(cause)} The change may have been made.`,
      `Ask again with the same command and --idempotency-key ${idempotencyKey}: within 24 hours the change is then made at most once.`,
    ],
    code: isStopped ? exitCodes.interrupted : exitCodes.maybeMade,
  }
}

function describeAnswer(error: ApiError, causeOf: (fault: FieldProblem) => string | null): DescribedError {
  const faults = error.errors.map((fault) => {
    const cause = causeOf(fault)
    return cause === null
      ? `${fault.detail} (${fault.pointer || 'the request'})`
      : `${cause}: ${fault.detail}`
  })
  const sentences = faults.length > 0 ? [...new Set(faults)] : [sentenceOf(error)]
  const quoted = error.requestId === null ? '' : `, request ${error.requestId}`
  return {
    lines: [...sentences, `(${error.code}, status ${error.status}${quoted})`],
    code: codeOfAnswer(error),
  }
}

function codeOfAnswer(error: ApiError): ExitCode {
  const isDenied =
    error instanceof AuthenticationError ||
    error instanceof PermissionError ||
    error instanceof SubscriptionRequiredError
  if (isDenied) return exitCodes.notSignedIn
  return isWithoutAnswer(error) || error.status >= 500 ? exitCodes.unreachable : exitCodes.refused
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'unexpected_answer')
    return error.status >= 300 && error.status < 400
      ? `The server answered ${error.status}: its address leads elsewhere. Give the address that it leads to as --url.`
      : `The server answered ${error.status}, but not as Crier does. Is this the address of a Crier server?`
  if (error instanceof ApiError) return error.problem.detail
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  return code === null ? message : `${message.replace(/\.$/, '')} (${code}).`
}
