import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { meaningOf } from './entitlement.ts'

/**
 * Keeps a workspace from being deleted while somebody goes on paying for it. A server that takes no payments any more has no
 * page on which that could be ended. @throws Problem 409 `subscription_runs`
 */
export async function requireNoOpenSubscription(
  tx: Queryable,
  { config }: Pick<Context, 'config'>,
  workspaceId: string,
): Promise<void> {
  if (config.stripe === null) return
  const row = await tx.row<{ status: string | null; ends_at: Date | null }>(
    sql`select status, ends_at from stripe_customers where workspace_id = ${workspaceId}`,
  )
  if (row === null || row.ends_at !== null || !meaningOf(row.status).isOpen) return
  throw new Problem(
    409,
    'subscription_runs',
    'Somebody pays for this workspace. End the subscription at Stripe first, in Settings, Billing.',
  )
}
