import { recordAudit } from '../audit/record-audit.ts'
import { sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { Problem } from '../lib/problem.ts'
import type { Payer } from './payer.ts'
import type { PayingContext } from './paying-context.ts'
import { StripeTrouble, toProblem } from './stripe-trouble.ts'

/**
 * Answers the address of the page at Stripe where the payer changes the card, reads invoices and ends the subscription.
 * @throws Problem 409 `never_paid`, 503
 */
export async function openPortal(context: PayingContext, payer: Payer): Promise<{ url: string }> {
  const { db, log, payments, config } = context
  const { workspaceId, userId, from } = payer
  const row = await db.row<{ customer_id: string | null }>(
    sql`select customer_id from stripe_customers where workspace_id = ${workspaceId} and status is not null`,
  )
  if (row === null || row.customer_id === null)
    throw new Problem(409, 'never_paid', 'Nobody has paid for this workspace yet. Subscribe first.')
  const url = await payments.stripe
    .openPortal(row.customer_id, `${config.publicUrl}/settings/billing`, `crier-portal-${newId()}`)
    .catch((error: unknown) => {
      if (error instanceof StripeTrouble)
        log.error({ err: error, workspace_id: workspaceId }, 'the page for customers could not be opened')
      throw toProblem(error)
    })
  const actor = { kind: 'user', id: userId } as const
  const place = { workspaceId, subjectId: workspaceId, mode: null, from }
  await recordAudit(db, { ...place, actor, action: 'subscription.open_portal' })
  // A change that is made there is seen within minutes, even where no event tells of it.
  await db.run(sql`
    update stripe_customers set next_look_at = least(next_look_at, clock_timestamp() + interval '10 minutes')
    where workspace_id = ${workspaceId}`)
  return { url }
}
