import { type Queryable, sql } from '../db/database.ts'

/** Has the Checkout of a workspace that is being deleted closed at the next look at Stripe, which is due by that. */
export async function endPayments(tx: Queryable, workspaceId: string): Promise<void> {
  await tx.run(sql`
    update stripe_customers set next_look_at = clock_timestamp()
    where workspace_id = ${workspaceId} and checkout_at is not null`)
}
