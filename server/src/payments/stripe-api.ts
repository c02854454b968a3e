import type Stripe from 'stripe'
import type { Outbound } from '../lib/safe-fetch/outbound.ts'
import type { StripeSettings } from '../lib/settings/billing-settings.ts'
import {
  readCheckout,
  readId,
  readPage,
  readPrice,
  readSafely,
  readSubscription,
  type StripeCheckout,
  type StripePrice,
  type StripeSubscription,
} from './stripe-answers.ts'
import { createStripeFetch } from './stripe-fetch.ts'
import { toTrouble } from './stripe-trouble.ts'

/** The calls that Crier makes to Stripe. Each may throw StripeTrouble. */
export interface StripeApi {
  readPrice(): Promise<StripePrice>
  /** Makes a customer, once per name. Answers its id. */
  createCustomer(workspaceId: string, name: string): Promise<string>
  /** All subscriptions of a customer, also those that have ended. */
  listSubscriptions(customerId: string): Promise<StripeSubscription[]>
  /** Makes a Checkout, once per name. */
  createCheckout(asked: AskedCheckout, name: string): Promise<StripeCheckout>
  readCheckout(id: string): Promise<StripeCheckout>
  /** Closes the page of an open Checkout, so that nobody can pay there any more. */
  expireCheckout(id: string, name: string): Promise<StripeCheckout>
  /** The address of a page at which the customer looks after the subscription, valid for some minutes. */
  openPortal(customerId: string, returnUrl: string, name: string): Promise<string>
  /** The event in a body, whose signature is right and at most five minutes old. @throws Error */
  readEvent(body: Buffer, signature: string): Promise<unknown>
}

export interface AskedCheckout {
  readonly workspaceId: string
  readonly customerId: string
  readonly successUrl: string
  readonly cancelUrl: string
}

/** Objects are read in the form of this version, whatever the account at Stripe has as its default. */
const apiVersion = '2026-10-28.endive'
const answerMs = 10_000
const toleranceSeconds = 300

/**
 * Creates the door to Stripe. The package is large, so it is loaded with the first call. It tries a call again when it got no
 * answer: reading changes nothing, and whatever makes something has a name under which Stripe makes it once.
 */
export function createStripeApi(settings: StripeSettings, outbound: Outbound): StripeApi {
  let opened: Promise<Stripe> | null = null
  const open = () => (opened ??= openStripe(settings, outbound))
  const call = async <Answer, Read>(
    ask: (stripe: Stripe) => Promise<Answer>,
    read: (answer: Answer) => Read,
  ): Promise<Read> => {
    const stripe = await open()
    try {
      return readSafely(read, await ask(stripe))
    } catch (error) {
      throw toTrouble(error)
    }
  }
  return {
    readPrice: () =>
      call((stripe) => stripe.prices.retrieve(settings.price, { expand: ['product'] }), readPrice),
    createCustomer: (workspaceId, name) => {
      // A customer made twice at once must be asked for in the same words, so nothing that changes is in them.
      const asked = { metadata: { crier_workspace: workspaceId } }
      return call(
        (stripe) => stripe.customers.create(asked, { idempotencyKey: name }),
        ({ id }) => readId(id, 'cus_'),
      )
    },
    listSubscriptions: (customer) =>
      call(
        (stripe) => stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
        ({ data }) => data.map(readSubscription),
      ),
    createCheckout: (asked, name) => {
      const checkout = checkoutOf(asked, settings.price)
      return call(
        (stripe) => stripe.checkout.sessions.create(checkout, { idempotencyKey: name }),
        readCheckout,
      )
    },
    readCheckout: (id) => call((stripe) => stripe.checkout.sessions.retrieve(id), readCheckout),
    expireCheckout: (id, name) =>
      call((stripe) => stripe.checkout.sessions.expire(id, {}, { idempotencyKey: name }), readCheckout),
    openPortal: (customer, returnUrl, name) => {
      const asked = { customer, return_url: returnUrl }
      return call(
        (stripe) => stripe.billingPortal.sessions.create(asked, { idempotencyKey: name }),
        ({ url }) => readPage(url),
      )
    },
    readEvent: async (body, signature) => {
      const stripe = await open()
      return stripe.webhooks.constructEvent(body, signature, settings.webhookSecret, toleranceSeconds)
    },
  }
}

function checkoutOf(asked: AskedCheckout, price: string): Stripe.Checkout.SessionCreateParams {
  const { workspaceId, customerId, successUrl, cancelUrl } = asked
  return {
    mode: 'subscription',
    customer: customerId,
    client_reference_id: workspaceId,
    line_items: [{ price, quantity: 1 }],
    subscription_data: { metadata: { crier_workspace: workspaceId } },
    success_url: successUrl,
    cancel_url: cancelUrl,
  }
}

async function openStripe({ secretKey }: StripeSettings, outbound: Outbound): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  return new Client(secretKey, {
    apiVersion,
    httpClient: Client.createFetchHttpClient(createStripeFetch(outbound, answerMs)),
    timeout: answerMs,
    maxNetworkRetries: 2,
    telemetry: false,
  })
}
