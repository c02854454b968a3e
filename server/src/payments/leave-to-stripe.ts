import { recordOperator } from '../audit/record-audit.ts'
import { type Database, sql } from '../db/database.ts'
import { followStripe } from '../publishing/person/change-subscription.ts'
import { meaningOf } from './entitlement.ts'

/**
 * Leaves it to Stripe whether a workspace has a subscription, as it is for new ones: from now on it has one while it is paid
 * for. Answers the subscription that it has by that, and how many targets were released.
 */
export function leaveToStripe(
  db: Database,
  workspaceId: string,
  prepareLeadMs: number,
): Promise<{ readonly subscription: 'active' | 'inactive'; readonly freed: number }> {
  return db.transaction(async (tx) => {
    await tx.run(sql`update workspaces set subscription_from = 'stripe' where id = ${workspaceId}`)
    const entry = { action: 'subscription.set', workspaceId, subjectId: workspaceId } as const
    await recordOperator(tx, { ...entry, details: { subscription: 'stripe' } })
    const row = await tx.row<{ status: string | null }>(
      sql`select status from stripe_customers where workspace_id = ${workspaceId}`,
    )
    const status = row?.status ?? null
    const { subscription } = meaningOf(status)
    const freed = await followStripe(tx, workspaceId, { subscription, status }, prepareLeadMs)
    return { subscription, freed }
  })
}
