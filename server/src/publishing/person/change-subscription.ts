import { recordOperator } from '../../audit/record-audit.ts'
import { setSubscription } from '../../billing/set-subscription.ts'
import type { Database } from '../../db/database.ts'
import { releaseHeld } from './held-targets.ts'

/**
 * Turns a workspace's subscription on or off. When it is active again, the targets that were held without it go out, or
 * ask if their time was missed. Answers how many were released.
 */
export function changeSubscription(
  db: Database,
  workspaceId: string,
  subscription: 'active' | 'inactive',
  prepareLeadMs: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    await setSubscription(tx, workspaceId, subscription)
    const entry = { action: 'subscription.set', workspaceId, subjectId: workspaceId } as const
    await recordOperator(tx, { ...entry, details: { subscription } })
    if (subscription === 'inactive') return 0
    return releaseHeld(tx, { workspaceId }, ['subscription'], prepareLeadMs)
  })
}
