import type { Config } from '../../config.ts'
import { type Database, sql } from '../../db/database.ts'
import { createOutbound } from '../../lib/safe-fetch/create-outbound.ts'
import type { InternalHost } from '../../lib/safe-fetch/outbound.ts'
import { createStripeApi, type StripeApi } from '../../payments/stripe-api.ts'
import { StripeTrouble } from '../../payments/stripe-trouble.ts'
import { type Finding, finding, note } from './finding.ts'

const how = 'docs/billing.md says where to find each of them.'

/** Asks Stripe for the price, with the key of this server, and looks whether its events arrive. */
export async function checkBilling(
  db: Database,
  { stripe, outboundAllow: allow, publicUrl }: Pick<Config, 'stripe' | 'outboundAllow' | 'publicUrl'>,
  internalHosts: ReadonlyMap<string, InternalHost> = new Map(),
): Promise<Finding[]> {
  if (stripe === null) return []
  const outbound = createOutbound({ allow, internalHosts })
  try {
    return [await checkPrice(createStripeApi(stripe, outbound)), await checkEvents(db, publicUrl)]
  } finally {
    await outbound.close()
  }
}

async function checkPrice(stripe: StripeApi): Promise<Finding> {
  try {
    const { name, amount, currency, isActive, isLive } = await stripe.readPrice()
    const mode = isLive ? '' : ' in its test mode, where no money moves'
    const found = `Stripe takes ${amount ?? 'a varying amount of'} ${currency} for “${name}”${mode}.`
    if (isActive) return finding('billing', true, found, '')
    return finding(
      'billing',
      false,
      `${found} The price is archived.`,
      `Set STRIPE_PRICE to another price. ${how}`,
    )
  } catch (error) {
    if (!(error instanceof StripeTrouble)) throw error
    const { found, advice } = explain(error)
    return finding('billing', false, `${found} (${error.message})`, advice)
  }
}

function explain({ kind }: StripeTrouble): { readonly found: string; readonly advice: string } {
  switch (kind) {
    case 'away':
      return { found: 'Stripe does not answer.', advice: 'Let this machine reach api.stripe.com.' }
    case 'missing':
      return {
        found: 'Stripe does not know the price.',
        advice: `Set STRIPE_PRICE to a price of the account and the mode, test or live, of STRIPE_SECRET_KEY. ${how}`,
      }
    case 'refused':
      return {
        found: 'Stripe refuses the key, or the price cannot be used.',
        advice: `Check STRIPE_SECRET_KEY, and that the price of STRIPE_PRICE is paid again and again. ${how}`,
      }
  }
}

/** Without events, what is paid is seen only when Crier looks by itself. */
async function checkEvents(db: Database, publicUrl: string): Promise<Finding> {
  const row = await db.row<{ paying: boolean; heard: boolean }>(sql`
    select exists (select from stripe_customers where status is not null) as paying,
      exists (select from stripe_events) as heard`)
  if (row?.heard) return finding('billing events', true, 'Events of Stripe arrive here.', '')
  const hint = `Make a webhook endpoint at Stripe that leads to ${publicUrl}/stripe/events, and set STRIPE_WEBHOOK_SECRET to its signing secret.`
  if (!row?.paying)
    return note('billing events', 'No event of Stripe has arrived yet. Nobody has paid yet either.', hint)
  return finding(
    'billing events',
    false,
    'Somebody pays, and no event of Stripe has arrived in the last 30 days.',
    hint,
  )
}
