import { requireScope } from '../callers/authorize.ts'
import { requireSubscription } from '../callers/require-subscription.ts'
import type { CallContext, Caller } from '../context.ts'

/**
 * Lets a caller that may write but not publish keep drafts, and nothing of it goes out.
 * @throws Problem 402 `subscription_required`, 403 `scope_missing`
 */
export function requirePublish({ caller }: CallContext): void {
  requireSubscription(caller, 'publish')
  requireScope(caller, 'publish', 'may save drafts but not publish')
}

/** Whether the posts of a caller wait until a person approves them. */
export function mustAskApproval(caller: Caller): boolean {
  switch (caller.kind) {
    case 'key':
    case 'session':
    case 'system':
      return caller.needsApproval
    case 'operator':
      return false
  }
}
