import type { CallContext } from '../context.ts'
import { Problem } from '../lib/problem.ts'

/**
 * A key that may write but not publish keeps drafts, and nothing of it goes out.
 * @throws Problem 403 `scope_missing`
 */
export function requirePublish({ actor }: CallContext): void {
  if (!actor.scopes || actor.scopes.includes('publish')) return
  const detail = 'This API key may save drafts but not publish: it lacks the scope "publish".'
  throw new Problem(403, 'scope_missing', detail, { extra: { scope: 'publish' } })
}
