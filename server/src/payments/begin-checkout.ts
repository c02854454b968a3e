import { createHash } from 'node:crypto'
import { recordAudit } from '../audit/record-audit.ts'
import { sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { meaningOf } from './entitlement.ts'
import { lookAtStripe } from './look-at-stripe.ts'
import type { Payer } from './payer.ts'
import type { PayingContext } from './paying-context.ts'
import type { StripeCheckout } from './stripe-answers.ts'
import { isMissing, StripeTrouble, toProblem } from './stripe-trouble.ts'

/**
 * Begins to pay for a workspace: makes it a customer of Stripe and opens a Checkout there. Answers the address of that page.
 * Pressing twice leads to the same page: each thing is asked for under a name by which Stripe makes it once.
 * @throws Problem 409 `subscription_exists` or `subscription_given`, 503
 */
export async function beginCheckout(context: PayingContext, payer: Payer): Promise<{ url: string }> {
  await requirePaying(context, payer)
  try {
    return await open(context, payer).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error
      // The customer was deleted there, or is one of the test mode of Stripe.
      await forgetCustomer(context, payer)
      return open(context, payer)
    })
  } catch (error) {
    if (error instanceof StripeTrouble) await noteTrouble(context, payer, error)
    throw toProblem(error)
  }
}

async function open(context: PayingContext, payer: Payer): Promise<{ url: string }> {
  const { payments, db } = context
  const { workspaceId } = payer
  const customer = await findOrMakeCustomer(context, payer)
  // Before the look: a Checkout that is paid by now has made a subscription, which the look then sees.
  const begun = customer.checkout_id === null ? null : await readBegun(context, customer.checkout_id)
  await lookAtStripe(context, workspaceId)
  const row = await db.row<{ status: string | null }>(
    sql`select status from stripe_customers where workspace_id = ${workspaceId}`,
  )
  if (meaningOf(row?.status ?? null).isOpen) throw subscriptionExists()
  if (begun?.isOpen && begun.url !== null) return { url: begun.url }
  const asked = {
    workspaceId,
    customerId: customer.customer_id,
    successUrl: `${context.config.publicUrl}/settings/billing?paid`,
    cancelUrl: `${context.config.publicUrl}/settings/billing`,
  }
  // Stripe refuses a name that comes with other words, so everything that may change is in it.
  const words = JSON.stringify([asked, context.config.stripe?.price, customer.checkout_id])
  const name = nameOf('checkout', workspaceId, customer.tries, words)
  const made = await payments.stripe.createCheckout(asked, name)
  await keepCheckout(context, payer, made)
  if (made.url === null) throw subscriptionExists()
  return { url: made.url }
}

interface CustomerRow {
  customer_id: string
  tries: number
  checkout_id: string | null
}

async function findOrMakeCustomer(
  { db, payments }: PayingContext,
  { workspaceId }: Payer,
): Promise<CustomerRow> {
  await db.run(sql`
    insert into stripe_customers (workspace_id) values (${workspaceId}) on conflict (workspace_id) do nothing`)
  const row = await db.row<{ customer_id: string | null; tries: number; checkout_id: string | null }>(sql`
    select customer_id, tries, checkout_id from stripe_customers where workspace_id = ${workspaceId}`)
  if (row === null) throw new Error('A customer is gone that was just there.')
  const { customer_id: known, ...rest } = row
  if (known !== null) return { ...rest, customer_id: known }
  const made = await payments.stripe.createCustomer(workspaceId, nameOf('customer', workspaceId, row.tries))
  const kept = await db.row<CustomerRow>(sql`
    update stripe_customers set customer_id = coalesce(customer_id, ${made}) where workspace_id = ${workspaceId}
    returning customer_id, tries, checkout_id`)
  if (kept === null) throw new Error('A customer is gone that was just there.')
  return kept
}

/** Null where Stripe does not know it any more. */
async function readBegun({ payments }: PayingContext, checkoutId: string): Promise<StripeCheckout | null> {
  return payments.stripe.readCheckout(checkoutId).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
}

async function keepCheckout(
  { db }: PayingContext,
  { workspaceId, userId, from }: Payer,
  made: StripeCheckout,
) {
  await db.transaction(async (tx) => {
    const kept = await tx.row(sql`
      update stripe_customers set checkout_id = ${made.id}, checkout_at = clock_timestamp(),
        next_look_at = clock_timestamp() + interval '2 minutes'
      where workspace_id = ${workspaceId} and checkout_id is distinct from ${made.id} returning 1`)
    if (kept === null) return
    const actor = { kind: 'user', id: userId } as const
    const place = { workspaceId, subjectId: workspaceId, mode: null, from }
    await recordAudit(tx, { ...place, actor, action: 'subscription.begin_checkout' })
  })
}

/** The operator’s word stands, so nobody pays beside it. @throws Problem 409 */
async function requirePaying({ db }: PayingContext, { workspaceId }: Payer): Promise<void> {
  const row = await db.row<{ source: string }>(
    sql`select subscription_from as source from workspaces where id = ${workspaceId}`,
  )
  if (row?.source === 'stripe') return
  throw new Problem(
    409,
    'subscription_given',
    'The operator of this server decides about the subscription of this workspace. There is nothing to pay.',
  )
}

function subscriptionExists(): Problem {
  return new Problem(
    409,
    'subscription_exists',
    'This workspace has a subscription at Stripe already. Look after it there.',
  )
}

async function forgetCustomer({ db }: PayingContext, { workspaceId }: Payer): Promise<void> {
  await db.run(sql`
    update stripe_customers set customer_id = null, checkout_id = null, checkout_at = null, tries = tries + 1
    where workspace_id = ${workspaceId}`)
}

/** An answer that Stripe keeps would come again for a day, so the next try has another name. */
async function noteTrouble(
  { db, log }: PayingContext,
  { workspaceId }: Payer,
  error: StripeTrouble,
): Promise<void> {
  log.error({ err: error, workspace_id: workspaceId }, 'a Checkout could not be begun')
  if (error.isKept)
    await db.run(sql`update stripe_customers set tries = tries + 1 where workspace_id = ${workspaceId}`)
}

function nameOf(thing: string, workspaceId: string, tries: number, words = ''): string {
  const digest = createHash('sha256').update(words).digest('base64url').slice(0, 22)
  return `crier-${thing}-${workspaceId}-${tries}-${digest}`
}
