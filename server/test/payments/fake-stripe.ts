import { createHmac, randomBytes } from 'node:crypto'
import { fakeSecrets } from '../../src/connectors/kit/fakes/fake-secrets.ts'
import {
  type FakeAnswer,
  type FakeCall,
  FakeRefusal,
  type FakeServer,
  startFakeServer,
} from '../../src/connectors/kit/fakes/fake-server.ts'
import type { Json } from '../../src/lib/json/json.ts'
import type { StripeSettings } from '../../src/lib/settings/billing-settings.ts'
import { type Params, readParams } from './stripe-params.ts'

const apiVersion = '2026-10-28.endive'
const daySeconds = 86_400

export type Status =
  | 'active'
  | 'trialing'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'incomplete'
  | 'incomplete_expired'
  | 'canceled'

interface Subscription {
  id: string
  customer: string
  status: Status
  created: number
  periodEnd: number
  cancelAt: number | null
  cancelsAtPeriodEnd: boolean
}

interface Checkout {
  id: string
  customer: string
  workspace: string
  status: 'open' | 'complete' | 'expired'
  successUrl: string
}

export interface StripeEvent {
  readonly id: string
  readonly type: string
  readonly [more: string]: Json
}

/**
 * Stands for Stripe: the API of one version as far as Crier calls it, as https://docs.stripe.com/api describes it. Unknown
 * parameters are refused, keys and versions checked, and answers kept under their idempotency keys.
 */
export class FakeStripe {
  readonly settings: StripeSettings
  readonly customers = new Map<string, { id: string; workspace: string; created: number }>()
  readonly subscriptions: Subscription[] = []
  readonly checkouts: Checkout[] = []
  readonly portals: { customer: string; returnUrl: string }[] = []
  readonly price = { active: true, unitAmount: 1_200 as number | null, isRecurring: true }
  /** Whether the next thing that is made is answered with an error, which Stripe keeps. */
  breaksNext = false
  /** Answers to lists wait for it, after they were made. */
  listGate: Promise<void> | null = null
  /** How many lists were made. */
  lists = 0
  readonly #kept = new Map<string, { words: string; answer: FakeAnswer | null }>()
  #server: FakeServer | null = null
  #made = 0

  constructor() {
    const random = () => randomBytes(12).toString('hex')
    this.settings = {
      secretKey: `sk_test_${random()}`,
      webhookSecret: `whsec_${random()}`,
      price: `price_${random()}`,
    }
    fakeSecrets.note(this.settings.secretKey)
    fakeSecrets.note(this.settings.webhookSecret)
  }

  get server(): FakeServer {
    if (this.#server === null) throw new Error('The fake was not started.')
    return this.#server
  }

  async start(): Promise<this> {
    const get = (work: (call: FakeCall, id: string) => Json) => (call: FakeCall, id: string) => {
      this.#admit(call)
      return { status: 200, json: work(call, id) }
    }
    const post = (path: string, work: (params: Params, id: string) => Json) => ({
      [`POST ${path}`]: (call: FakeCall, id: string) => this.#makeOnce(call, (params) => work(params, id)),
    })
    this.#server = await startFakeServer({
      internalError: errorOf('api_error', 'An unknown error occurred.'),
      routes: {
        'GET /v1/prices/:id': get((call, id) => this.#showPrice(call, id)),
        'GET /v1/subscriptions': async (call) => {
          this.#admit(call)
          const json = this.#list(call)
          this.lists += 1
          await this.listGate
          return { status: 200, json }
        },
        'GET /v1/checkout/sessions/:id': get((_, id) =>
          showCheckout(this.#find(this.checkouts, id, 'checkout.session')),
        ),
        ...post('/v1/customers', (params) => this.#makeCustomer(params)),
        ...post('/v1/checkout/sessions', (params) => this.#makeCheckout(params)),
        ...post('/v1/checkout/sessions/:id/expire', (params, id) => this.#expire(params, id)),
        ...post('/v1/billing_portal/sessions', (params) => this.#openPortal(params)),
      },
    })
    return this
  }

  /** The person pays on the page of a Checkout; answers the events of that. */
  pay(checkoutId: string): StripeEvent[] {
    const checkout = this.#find(this.checkouts, checkoutId, 'checkout.session')
    if (checkout.status !== 'open') throw new Error('The page is closed.')
    checkout.status = 'complete'
    const subscription = this.subscribe(checkout.customer)
    return [
      this.event('customer.subscription.created', showSubscription(subscription, this.settings.price)),
      this.event('checkout.session.completed', showCheckout(checkout)),
    ]
  }

  subscribe(customer: string, status: Status = 'active'): Subscription {
    const created = nowSeconds()
    const subscription: Subscription = {
      id: this.#newId('sub'),
      customer,
      status,
      created,
      periodEnd: created + 30 * daySeconds,
      cancelAt: null,
      cancelsAtPeriodEnd: false,
    }
    this.subscriptions.push(subscription)
    return subscription
  }

  /** Changes a subscription; answers the event of that, with what it was at that moment. */
  change(subscription: Subscription, change: Partial<Omit<Subscription, 'id' | 'customer'>>): StripeEvent {
    Object.assign(subscription, change)
    const type =
      change.status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated'
    return this.event(type, showSubscription(subscription, this.settings.price))
  }

  event(type: string, thing: Json): StripeEvent {
    return {
      id: this.#newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: nowSeconds(),
      data: { object: thing },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    }
  }

  /** The header with which Stripe signs a body: https://docs.stripe.com/webhooks/signature */
  sign(body: string, { at = nowSeconds(), secret = this.settings.webhookSecret } = {}): string {
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    return `t=${at},v1=${signature},v0=${'0'.repeat(64)}`
  }

  #admit({ headers }: FakeCall): void {
    if (headers.authorization !== `Bearer ${this.settings.secretKey}`)
      refuse(401, 'invalid_request_error', 'Invalid API Key provided.')
    if (headers['stripe-version'] !== apiVersion)
      refuse(400, 'invalid_request_error', `Invalid Stripe API version: ${String(headers['stripe-version'])}`)
    if (headers['x-stripe-client-telemetry'] ?? headers['x-stripe-client-user-agent'])
      throw new Error('Crier tells Stripe about its machine.')
  }

  #makeOnce(call: FakeCall, work: (params: Params) => Json): FakeAnswer {
    this.#admit(call)
    if (call.headers['content-type'] !== 'application/x-www-form-urlencoded')
      refuse(400, 'invalid_request_error', 'The body must be a form.')
    const key = String(call.headers['idempotency-key'] ?? '')
    // Stripe takes a call without one. Crier never makes one.
    if (key === '' || key.length > 255)
      refuse(400, 'invalid_request_error', 'An idempotency key has 1 to 255 characters.')
    const words = `${call.url.pathname} ${call.body.toString()}`
    const kept = this.#kept.get(key)
    if (kept !== undefined && kept.words !== words)
      refuse(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      )
    if (kept?.answer) return { ...kept.answer, headers: { 'idempotent-replayed': 'true' } }
    // A refusal of the parameters is thrown here and not kept.
    const json = work(readParams(call.body))
    const answer = this.breaksNext
      ? {
          status: 500,
          json: errorOf('api_error', 'An unknown error occurred.'),
          headers: { 'stripe-should-retry': 'false' },
        }
      : { status: 200, json }
    this.breaksNext = false
    this.#kept.set(key, { words, answer })
    return answer
  }

  #makeCustomer(params: Params): Json {
    const workspace = params.take('metadata[crier_workspace]')
    params.end()
    const customer = { id: this.#newId('cus'), workspace, created: nowSeconds() }
    this.customers.set(customer.id, customer)
    return {
      id: customer.id,
      object: 'customer',
      created: customer.created,
      livemode: false,
      metadata: { crier_workspace: workspace },
    }
  }

  #makeCheckout(params: Params): Json {
    const mode = params.take('mode')
    const customer = params.take('customer')
    const workspace = params.take('client_reference_id')
    const price = params.take('line_items[0][price]')
    const quantity = params.take('line_items[0][quantity]')
    const labelled = params.take('subscription_data[metadata][crier_workspace]')
    const successUrl = params.take('success_url')
    const cancelUrl = params.take('cancel_url')
    params.end()
    if (mode !== 'subscription' || quantity !== '1' || labelled !== workspace)
      refuse(400, 'invalid_request_error', 'These parameters are not the ones of a workspace.')
    this.#requireCustomer(customer)
    if (price !== this.settings.price)
      refuse(400, 'invalid_request_error', `No such price: '${price}'`, 'resource_missing')
    if (!this.price.active) refuse(400, 'invalid_request_error', 'The price specified is inactive.')
    for (const url of [successUrl, cancelUrl])
      if (!URL.canParse(url)) refuse(400, 'invalid_request_error', 'Not a valid URL', 'url_invalid')
    const checkout: Checkout = { id: this.#newId('cs_test'), customer, workspace, status: 'open', successUrl }
    this.checkouts.push(checkout)
    return showCheckout(checkout)
  }

  /** https://docs.stripe.com/api/checkout/sessions/expire */
  #expire(params: Params, id: string): Json {
    params.end()
    const checkout = this.#find(this.checkouts, id, 'checkout.session')
    if (checkout.status !== 'open')
      refuse(400, 'invalid_request_error', 'Only Checkout Sessions with a status in ["open"] can be expired.')
    checkout.status = 'expired'
    return showCheckout(checkout)
  }

  #openPortal(params: Params): Json {
    const customer = params.take('customer')
    const returnUrl = params.take('return_url')
    params.end()
    this.#requireCustomer(customer)
    this.portals.push({ customer, returnUrl })
    const id = this.#newId('bps')
    return {
      id,
      object: 'billing_portal.session',
      customer,
      return_url: returnUrl,
      livemode: false,
      url: `https://billing.stripe.com/p/session/${id}`,
    }
  }

  #list({ url: { searchParams } }: FakeCall): Json {
    for (const [name] of searchParams)
      if (!['customer', 'status', 'limit'].includes(name))
        refuse(400, 'invalid_request_error', `Received unknown parameter: ${name}`, 'parameter_unknown')
    const customer = searchParams.get('customer') ?? ''
    this.#requireCustomer(customer)
    const all = searchParams.get('status') === 'all'
    const data = this.subscriptions
      .filter((each) => each.customer === customer && (all || each.status !== 'canceled'))
      .toReversed()
      .slice(0, Number(searchParams.get('limit') ?? 10))
      .map((each) => showSubscription(each, this.settings.price))
    return { object: 'list', url: '/v1/subscriptions', has_more: false, data }
  }

  #showPrice({ url: { searchParams } }: FakeCall, id: string): Json {
    if (id !== this.settings.price)
      refuse(404, 'invalid_request_error', `No such price: '${id}'`, 'resource_missing')
    const product = { id: 'prod_a', object: 'product', active: true, name: 'Crier for a team' }
    const { active, unitAmount, isRecurring } = this.price
    return {
      id,
      object: 'price',
      active,
      currency: 'eur',
      livemode: false,
      product: searchParams.getAll('expand[0]').includes('product') ? product : product.id,
      recurring: isRecurring ? { interval: 'month', interval_count: 1, usage_type: 'licensed' } : null,
      type: isRecurring ? 'recurring' : 'one_time',
      unit_amount: unitAmount,
    }
  }

  #requireCustomer(id: string): void {
    if (!this.customers.has(id))
      refuse(400, 'invalid_request_error', `No such customer: '${id}'`, 'resource_missing')
  }

  #find<Thing extends { id: string }>(things: readonly Thing[], id: string, kind: string): Thing {
    const found = things.find((thing) => thing.id === id)
    if (found) return found
    return refuse(404, 'invalid_request_error', `No such ${kind}: '${id}'`, 'resource_missing')
  }

  #newId(prefix: string): string {
    this.#made += 1
    return `${prefix}_${String(this.#made).padStart(6, '0')}${randomBytes(6).toString('hex')}`
  }
}

function showSubscription(subscription: Subscription, price: string): Json {
  const { id, customer, status, created, periodEnd, cancelAt, cancelsAtPeriodEnd } = subscription
  const item = {
    id: id.replace('sub_', 'si_'),
    object: 'subscription_item',
    current_period_start: created,
    current_period_end: periodEnd,
    price: { id: price, object: 'price' },
    quantity: 1,
  }
  return {
    id,
    object: 'subscription',
    customer,
    status,
    created,
    cancel_at: cancelAt,
    cancel_at_period_end: cancelsAtPeriodEnd,
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    livemode: false,
  }
}

function showCheckout({ id, customer, workspace, status, successUrl }: Checkout): Json {
  return {
    id,
    object: 'checkout.session',
    mode: 'subscription',
    customer,
    client_reference_id: workspace,
    status,
    payment_status: status === 'complete' ? 'paid' : 'unpaid',
    success_url: successUrl,
    url: status === 'open' ? `https://checkout.stripe.com/c/pay/${id}` : null,
    livemode: false,
  }
}

function refuse(status: number, type: string, message: string, code?: string): never {
  throw new FakeRefusal(message, { status, json: errorOf(type, message, code) })
}

function errorOf(type: string, message: string, code?: string): Json {
  return { error: { type, message, ...(code === undefined ? {} : { code }) } }
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000)
}
