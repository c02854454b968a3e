import type { Context } from '../context.ts'
import { notFound } from '../lib/problem.ts'
import type { Payments } from './payments.ts'

/** The parts of a server whose workspaces pay. */
export interface PayingContext extends Pick<Context, 'db' | 'log' | 'wake' | 'config'> {
  readonly payments: Payments
}

/** @throws Problem 404 where nobody pays: then these operations are not there either. */
export function requirePayments(context: Context): PayingContext {
  const { payments } = context
  if (payments === null) throw notFound('price')
  return { ...context, payments }
}
