import { markDisconnected } from '../accounts/mark-disconnected.ts'
import type { CallContext } from '../context.ts'
import { holdWaiting } from '../publishing/person/held-targets.ts'

/**
 * Disconnects a social account: what waits on it is held until the same profile is connected again; what is being
 * published at this moment goes on. Answers how many posts are held.
 * @throws Problem 404
 */
export async function disconnectAccount(
  call: Pick<CallContext, 'db' | 'workspaceId' | 'mode'>,
  accountId: string,
): Promise<number> {
  await markDisconnected(call, accountId)
  return holdWaiting(call.db, { workspaceId: call.workspaceId, accountId }, 'disconnected')
}
