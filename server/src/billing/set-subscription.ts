import { type Queryable, sql } from '../db/database.ts'

/** Who says whether a workspace has a subscription: the operator, or Stripe by its payments. */
export type SubscriptionSource = 'operator' | 'stripe'

/**
 * Turns a workspace's subscription on or off. The word of the operator stands from then on; Stripe is heard only where the
 * operator left the workspace to it. Turning it off twice does not begin its days of grace anew. Answers whether it changed.
 */
export async function setSubscription(
  tx: Queryable,
  workspaceId: string,
  subscription: 'active' | 'inactive',
  source: SubscriptionSource,
): Promise<boolean> {
  if (source === 'operator')
    await tx.run(sql`
      update workspaces set subscription_from = 'operator'
      where id = ${workspaceId} and subscription_from <> 'operator'`)
  const changed = await tx.row(sql`
    update workspaces set subscription = ${subscription},
      subscription_ended_at = case when ${subscription} = 'active' then null else clock_timestamp() end
    where id = ${workspaceId} and subscription <> ${subscription} and subscription_from = ${source}
    returning 1`)
  return changed !== null
}
