import type { CallContext } from '../src/context.ts'
import { newId } from '../src/lib/id.ts'
import type { House } from './house.ts'

/** A call as the app makes it for the person of a house. */
export function personCall({ context, db, workspaceId, userId }: House) {
  const caller = {
    kind: 'session',
    sessionId: newId(),
    subscription: 'active',
    needsApproval: false,
    hasFreshProof: true,
    limitKey: 'x',
    userId,
    workspaceId,
    mode: 'live',
    scopes: 'all',
  } as const
  return {
    context,
    db,
    workspaceId,
    mode: 'live',
    caller,
    request: null,
    from: { ip: null, userAgent: null },
    afterCommit: () => undefined,
  } as const satisfies CallContext
}
