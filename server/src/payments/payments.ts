import { singleFlight } from '../lib/concurrency/single-flight.ts'
import type { Outbound } from '../lib/safe-fetch/outbound.ts'
import type { StripeSettings } from '../lib/settings/billing-settings.ts'
import type { StripePrice } from './stripe-answers.ts'
import { createStripeApi, type StripeApi } from './stripe-api.ts'

/** The part of a server whose workspaces pay. */
export interface Payments {
  readonly stripe: StripeApi
  /** The price that a workspace pays, at most ten minutes old. @throws StripeTrouble */
  price(): Promise<StripePrice>
  /** Lets callers who look at one workspace at the same time share a look. */
  readonly shareLook: (workspaceId: string, look: () => Promise<void>) => Promise<void>
}

const priceKeptMs = 10 * 60_000

export function createPayments(settings: StripeSettings, outbound: Outbound): Payments {
  const stripe = createStripeApi(settings, outbound)
  const sharePrice = singleFlight<StripePrice>(1)
  let kept: { readonly price: StripePrice; readonly until: number } | null = null
  return {
    stripe,
    price: async () => {
      if (kept !== null && performance.now() < kept.until) return kept.price
      const price = await sharePrice('', () => stripe.readPrice())
      kept = { price, until: performance.now() + priceKeptMs }
      return price
    },
    shareLook: singleFlight<void>(1),
  }
}
