import type { Caller, KeyScope } from '../context.ts'
import { Problem } from '../lib/problem.ts'
import { sentence, word } from '../lib/text/sentence.ts'
import { callerNames } from './caller-names.ts'
import { requireSubscription } from './require-subscription.ts'

/**
 * Refuses a caller that may not do what needs this scope. Every operation does this before its verb runs.
 * @throws Problem 402 `subscription_required`, 403 `scope_missing`
 */
export function authorize(caller: Caller, scope: KeyScope): void {
  requireSubscription(caller, scope)
  requireScope(caller, scope, 'may not do that')
}

/**
 * Refuses a caller without this scope; `refusal` is what it may not do, as its sentence goes on.
 * @throws Problem 403 `scope_missing`
 */
export function requireScope({ kind, scopes }: Caller, scope: KeyScope, refusal: string): void {
  if (scopes === 'all' || scopes.includes(scope)) return
  throw new Problem(
    403,
    'scope_missing',
    sentence('{caller} {refusal}: it lacks the scope "{scope}".', {
      caller: word(callerNames[kind]),
      refusal: word(refusal),
      scope,
    }),
    {
      extra: { scope },
    },
  )
}
