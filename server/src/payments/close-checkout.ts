import { sql } from '../db/database.ts'
import type { PayingContext } from './paying-context.ts'
import { StripeTrouble } from './stripe-trouble.ts'

/**
 * Closes the Checkout of a workspace that was deleted, so that nobody pays for what is gone. Any other workspace keeps its own. Answers
 * since when a Checkout may be paid; null where none can be.
 * @throws StripeTrouble
 */
export async function closeCheckout(
  { db, payments: { stripe } }: Pick<PayingContext, 'db' | 'payments'>,
  workspaceId: string,
): Promise<Date | null> {
  const row = await db.row<{ id: string | null; begun_at: Date | null; is_deleted: boolean }>(sql`
    select c.checkout_id as id, c.checkout_at as begun_at, w.purge_at is not null as is_deleted
    from stripe_customers c join workspaces w on w.id = c.workspace_id where w.id = ${workspaceId}`)
  if (row === null) return null
  const { id, begun_at: begunAt, is_deleted: isDeleted } = row
  if (id === null || begunAt === null || !isDeleted) return begunAt
  try {
    if ((await stripe.readCheckout(id)).isOpen) await stripe.expireCheckout(id, `crier-expire-${id}`)
  } catch (error) {
    // It was paid or ended between the two calls, or Stripe has forgotten it.
    if (!(error instanceof StripeTrouble) || error.kind === 'away') throw error
  }
  await db.run(sql`
    update stripe_customers set checkout_at = null where workspace_id = ${workspaceId} and checkout_id = ${id}`)
  return null
}
