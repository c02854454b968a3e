import type { Answer, House, HouseOptions } from '../house.ts'
import { startHouse } from '../house.ts'
import { FakeStripe, type StripeEvent } from './fake-stripe.ts'

/** A house whose workspaces pay, and a Stripe of its own. */
export interface PayingHouse {
  readonly house: House
  readonly stripe: FakeStripe
  /** Sends an event as Stripe does. */
  deliver(event: StripeEvent, headers?: Record<string, string>): Promise<Answer>
  stop(): Promise<void>
}

export async function startPayingHouse(options: HouseOptions = {}): Promise<PayingHouse> {
  const stripe = await new FakeStripe().start()
  const house = await startHouse({
    ...options,
    standIns: { ...options.standIns, 'api.stripe.com': stripe.server.url },
    config: { ...options.config, stripe: stripe.settings },
  })
  return {
    house,
    stripe,
    deliver: (event, headers = {}) => {
      const body = JSON.stringify(event)
      return house.request('POST', '/stripe/events', {
        key: null,
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': stripe.sign(body),
          ...headers,
        },
      })
    },
    stop: async () => {
      await house.stop()
      await stripe.server.close()
    },
  }
}
