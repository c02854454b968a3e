import { requireScope } from '../callers/authorize.ts'
import type { CallContext } from '../context.ts'
import { mustAskApproval, requirePublish } from '../posts/require-publish.ts'
import type { RecurrenceRow } from './recurrence-row.ts'

/**
 * Lets a caller that may write but not publish change and delete only the recurrences of its own person, as with posts.
 * @throws Problem 402 `subscription_required`, 403 `scope_missing`
 */
export function requireMayChange(
  { caller }: CallContext,
  { user_id: userId }: Pick<RecurrenceRow, 'user_id'>,
): void {
  if (caller.scopes === 'all' || caller.scopes.includes('publish') || caller.userId === userId) return
  requireScope(caller, 'publish', 'may change and delete only the recurrences of its own person')
}

/** Lets a caller plan posts that go out, or that wait until a person approves them. @throws Problem 402, 403 */
export function requireMayPlan(call: CallContext): void {
  if (!mustAskApproval(call.caller)) requirePublish(call)
}
