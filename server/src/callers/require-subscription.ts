import type { Caller, KeyScope } from '../context.ts'
import { Problem } from '../lib/problem.ts'

/**
 * Refuses a caller whose workspace has no subscription. A key needs one for everything. A person sees, prepares and clears up
 * without one, and tries everything on test data; nothing of theirs goes out to a network.
 * @throws Problem 402 `subscription_required`
 */
export function requireSubscription(caller: Caller, scope: KeyScope): void {
  switch (caller.kind) {
    case 'key':
      if (caller.subscription === 'active') return
      break
    case 'session':
      if (caller.subscription === 'active' || caller.mode === 'test' || scope !== 'publish') return
      break
    // An operator looks after workspaces without a subscription too, and the system finishes what was begun with one.
    case 'operator':
    case 'system':
      return
  }
  throw new Problem(
    402,
    'subscription_required',
    'This workspace has no active subscription. Renew it to continue.',
  )
}
