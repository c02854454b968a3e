import { Problem } from '../lib/problem.ts'
import { UnreadableAnswer } from './stripe-answers.ts'

/**
 * The reason why a call to Stripe failed. `away`: it gave no answer, or asks to come back. `missing`: it does not know an id.
 * `refused`: it does not take the key, the price or something else that the operator has set.
 */
export type TroubleKind = 'away' | 'missing' | 'refused'

/** A call to Stripe that failed. Its message is for the operator and holds no secret. */
export class StripeTrouble extends Error {
  override name = 'StripeTrouble'
  readonly kind: TroubleKind
  /** Whether Stripe keeps this answer, and gives it again to a call of the same name. */
  readonly isKept: boolean

  constructor(kind: TroubleKind, isKept: boolean, message: string) {
    super(message)
    this.kind = kind
    this.isKept = isKept
  }
}

/** Whether Stripe says that it does not know an id. */
export function isMissing(error: unknown): boolean {
  return error instanceof StripeTrouble && error.kind === 'missing'
}

/** The parts of an error of Stripe’s package that say what happened. */
interface StripeError {
  readonly statusCode?: unknown
  readonly code?: unknown
  readonly type?: unknown
  readonly requestId?: unknown
}

/** Reads an error of Stripe’s package by its status and code. Its own message may repeat what was sent, so it is left out. */
export function toTrouble(error: unknown): unknown {
  if (error instanceof UnreadableAnswer) return new StripeTrouble('refused', false, error.message)
  if (typeof error !== 'object' || error === null || !('type' in error)) return error
  const { statusCode, code, type, requestId }: StripeError = error
  if (typeof type !== 'string' || !type.startsWith('Stripe')) return error
  const status = typeof statusCode === 'number' ? statusCode : null
  const told = [status ?? 'no answer', type, code, requestId].filter((part) => typeof part !== 'undefined')
  const message = `Stripe: ${told.join(', ')}.`
  if (status === null || status === 409 || status === 429) return new StripeTrouble('away', false, message)
  if (status >= 500) return new StripeTrouble('away', true, message)
  return new StripeTrouble(
    code === 'resource_missing' ? 'missing' : 'refused',
    type === 'StripeIdempotencyError',
    message,
  )
}

/** The problem that a person is told of, for trouble with Stripe; any other error stays as it is. */
export function toProblem(error: unknown): unknown {
  if (!(error instanceof StripeTrouble)) return error
  if (error.kind === 'away') {
    const detail = 'Stripe does not answer at the moment. Nothing was changed. Try again.'
    return new Problem(503, 'stripe_unavailable', detail, { retryAfterSeconds: 5 })
  }
  const detail = 'Stripe refused this. The operator of this server can see why in its log.'
  return new Problem(503, 'stripe_refused', detail)
}
