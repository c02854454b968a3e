import type { Caller, KeyScope } from '../context.ts'
import { Problem } from '../lib/problem.ts'
import { sentence, word } from '../lib/text/sentence.ts'
import { callerNames } from './caller-names.ts'
import { requireSubscription } from './require-subscription.ts'

/** The scope that something needs of a caller. */
export interface Needed {
  readonly scope: KeyScope
  /** The scope that it needs of a person who is signed in, where people may more than programs with the rights of their role. */
  readonly scopeOfPeople?: KeyScope
}

/**
 * Refuses a caller that may not do what needs this scope, or another one of people. Every operation does this before its verb runs.
 * @throws Problem 402 `subscription_required`, 403 `scope_missing`
 */
export function authorize(caller: Caller, needed: KeyScope | Needed): void {
  const { scope: scopeOfKeys, scopeOfPeople = scopeOfKeys } =
    typeof needed === 'string' ? { scope: needed } : needed
  const scope = caller.kind === 'session' ? scopeOfPeople : scopeOfKeys
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
