import { type Queryable, sql } from '../db/database.ts'

/** Turns a workspace's subscription on or off. Turning it off twice does not begin its days of grace anew. */
export async function setSubscription(
  tx: Queryable,
  workspaceId: string,
  subscription: 'active' | 'inactive',
): Promise<void> {
  await tx.run(sql`
    update workspaces set subscription = ${subscription},
      subscription_ended_at = case when ${subscription} = 'active' then null else clock_timestamp() end
    where id = ${workspaceId} and subscription <> ${subscription}`)
}
