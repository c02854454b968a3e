import type { SubscriptionSource } from '../billing/set-subscription.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import { meaningOf } from './entitlement.ts'
import type { PayingContext } from './paying-context.ts'
import type { StripePrice } from './stripe-answers.ts'
import { StripeTrouble } from './stripe-trouble.ts'

/** The price of a workspace, and how far it is paid. */
export interface Billing {
  subscription: 'active' | 'inactive'
  /** Who says so. */
  decided_by: SubscriptionSource
  /** The status of the subscription at Stripe; null where there never was one. */
  status: string | null
  /** Null where Stripe does not tell it at the moment. */
  price: {
    name: string
    amount: string | null
    currency: string
    interval: StripePrice['interval']
    interval_count: number
  } | null
  period_ends_at: string | null
  ends_at: string | null
  /** Until when posts that are scheduled still go out; null while the subscription is active, or if there never was one. */
  posts_until: string | null
  can_subscribe: boolean
  can_manage: boolean
}

interface BillingRow {
  subscription: 'active' | 'inactive'
  source: SubscriptionSource
  status: string | null
  period_ends_at: Date | null
  ends_at: Date | null
  posts_until: Date | null
}

/** Tells what was last heard of Stripe, without asking it; only the price may be asked for. @throws Problem 404 */
export async function getBilling(context: PayingContext, workspaceId: string): Promise<Billing> {
  const row = await context.db.row<BillingRow>(sql`
    select w.subscription, w.subscription_from as source, c.status, c.period_ends_at, c.ends_at,
      case when isfinite(w.subscription_ended_at) then w.subscription_ended_at + interval '3 days' end as posts_until
    from workspaces w left join stripe_customers c on c.workspace_id = w.id where w.id = ${workspaceId}`)
  if (row === null) throw notFound('workspace')
  const { subscription, source, status } = row
  return {
    subscription,
    decided_by: source,
    status,
    price: await readPrice(context),
    period_ends_at: row.period_ends_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    posts_until: row.posts_until?.toISOString() ?? null,
    can_subscribe: source === 'stripe' && !meaningOf(status).isOpen,
    can_manage: status !== null,
  }
}

async function readPrice({ payments, log }: PayingContext): Promise<Billing['price']> {
  try {
    const { name, amount, currency, interval, intervalCount } = await payments.price()
    return { name, amount, currency, interval, interval_count: intervalCount }
  } catch (error) {
    if (!(error instanceof StripeTrouble)) throw error
    log.warn({ err: error }, 'Stripe did not tell the price')
    return null
  }
}
