// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { hearEvent } from '../../src/payments/hear-event.ts'
import { paymentChores } from '../../src/payments/look-again.ts'
import { lookAtStripe } from '../../src/payments/look-at-stripe.ts'
import { requirePayments } from '../../src/payments/paying-context.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.ts'
import type { House } from '../house.ts'
import { repeats } from '../thoroughness.ts'
import type { FakeStripe, Status, StripeEvent } from './fake-stripe.ts'
import { type PayingHouse, startPayingHouse } from './paying-house.ts'

let paying: PayingHouse
let house: House
let stripe: FakeStripe
let proxy: DatabaseProxy
let workspace: string
let customer: string

beforeAll(async () => {
  paying = await startPayingHouse({
    worker: false,
    connection: async (direct) => {
      proxy = await startDatabaseProxy(direct)
      return proxy.connection
    },
  })
  ;({ house, stripe } = paying)
})
afterAll(async () => {
  await paying.stop()
  await proxy.close()
})
beforeEach(async () => {
  ;[workspace, customer] = await newCustomer()
})

let made = 0
async function newCustomer(): Promise<[string, string]> {
  const id = newId()
  made += 1
  const name = `cus_${String(made).padStart(14, '0')}`
  stripe.customers.set(name, { id: name, workspace: id, created: 0 })
  await house.db.run(sql`
    insert into workspaces (id, name, subscription, subscription_from, subscription_ended_at)
    values (${id}, 'A payer', 'inactive', 'stripe', '-infinity')`)
  await house.db.run(sql`insert into stripe_customers (workspace_id, customer_id) values (${id}, ${name})`)
  return [id, name]
}

const subscriptionOf = async (id = workspace) =>
  (await house.db.row<{ subscription: string }>(sql`select subscription from workspaces where id = ${id}`))
    ?.subscription
const looksOf = async (id = workspace) =>
  (await house.db.row<{ looks: number }>(sql`select looks from stripe_customers where workspace_id = ${id}`))
    ?.looks
const heardEvents = async () =>
  (await house.db.rows<{ id: string }>(sql`select id from stripe_events`)).map(({ id }) => id)

/** Stripe is not there for one call, which is made three times. The error is one of a server between. */
const beAway = () => {
  for (let times = 0; times < 3; times += 1)
    stripe.server.inject('GET /v1/subscriptions', { kind: 'answer', status: 502, body: '{}' })
}

describe('an event of Stripe', () => {
  test('is only a reason to look: the state of now counts, not the one that it tells', async () => {
    const subscription = stripe.subscribe(customer)
    const old = stripe.change(subscription, { status: 'active' })
    stripe.change(subscription, { status: 'canceled' })
    expect((await paying.deliver(old)).json).toEqual({ received: true })
    expect(await subscriptionOf()).toBe('inactive')
    stripe.subscribe(customer)
    await paying.deliver(
      stripe.event('invoice.paid', { object: 'invoice', customer: { id: customer, object: 'customer' } }),
    )
    expect(await subscriptionOf()).toBe('active')
  })

  test('that comes twice is heard once', async () => {
    const event = stripe.change(stripe.subscribe(customer), { status: 'active' })
    for (let times = 0; times < 3; times += 1) expect((await paying.deliver(event)).status).toBe(200)
    expect(await looksOf()).toBe(1)
    expect((await heardEvents()).filter((id) => id === event.id)).toHaveLength(1)
  })

  test('of a kind that says nothing here, or about a customer of others, is answered and left', async () => {
    const subscription = stripe.subscribe(customer)
    const calls = stripe.server.calls.length
    const unknown = stripe.event('unicorn.created', { object: 'unicorn', customer })
    const charge = stripe.event('charge.succeeded', { object: 'charge', customer })
    const foreign = stripe.change({ ...subscription, customer: 'cus_ofsomebodyelse' }, { status: 'active' })
    const nobodys = stripe.event('invoice.paid', { object: 'invoice', customer: null })
    for (const event of [unknown, charge, foreign, nobodys])
      expect((await paying.deliver(event)).status).toBe(200)
    expect([await subscriptionOf(), await looksOf(), stripe.server.calls.length]).toEqual([
      'inactive',
      0,
      calls,
    ])
  })

  test('that a customer was deleted ends the subscription, where Stripe knows the customer no more', async () => {
    stripe.subscribe(customer)
    const gone = stripe.event('customer.deleted', { id: customer, object: 'customer', deleted: true })
    expect((await paying.deliver(gone)).status).toBe(200)
    expect(await subscriptionOf(), 'while Stripe still tells of it').toBe('active')
    stripe.customers.delete(customer)
    beAway()
    expect((await paying.deliver(gone)).status, 'what was heard is not heard again').toBe(200)
    const meanwhile = stripe.event('customer.deleted', { id: customer, object: 'customer', deleted: true })
    expect((await paying.deliver(meanwhile)).json.code, 'while Stripe is away').toBe('stripe_unavailable')
    expect(await subscriptionOf()).toBe('active')
    const other = stripe.event('customer.subscription.updated', { id: 'sub_other', customer })
    expect((await paying.deliver(other)).status, 'an unknown customer alone says nothing').toBe(503)
    expect(await subscriptionOf()).toBe('active')
    const again = stripe.event('customer.deleted', { id: customer, object: 'customer', deleted: true })
    expect((await paying.deliver(again)).status).toBe(200)
    expect(await subscriptionOf()).toBe('inactive')
    expect(await heardEvents()).toContain(again.id)
  })

  test('that is forged, old, cut off, empty or huge is refused and changes nothing', async () => {
    const event = stripe.change(stripe.subscribe(customer), { status: 'active' })
    const body = JSON.stringify(event)
    const now = Math.floor(Date.now() / 1_000)
    const right = stripe.sign(body)
    const send = (sent: string | Uint8Array, signature: string | null) =>
      house.request('POST', '/stripe/events', {
        key: null,
        body: sent,
        headers: {
          'content-type': 'application/json',
          ...(signature === null ? {} : { 'stripe-signature': signature }),
        },
      })
    const refused = [
      [body, null],
      [body, ''],
      [body, 'nonsense'],
      [body, right.replace(/v1=[0-9a-f]{4}/, 'v1=0000')],
      [body, right.replace('v1=', 'v2=')],
      [body, stripe.sign(body, { secret: 'whsec_of_somebody_else' })],
      [body, stripe.sign(body, { at: now - 301 })],
      [body.slice(0, -1), right],
      [`${body} `, right],
      ['', right],
      ['{}', stripe.sign('{}')],
      ['not json', stripe.sign('not json')],
      ['null', stripe.sign('null')],
    ] as const
    for (const [sent, signature] of refused) {
      const answer = await send(sent, signature)
      expect([answer.status, answer.json.code], `${sent.slice(0, 20)} ${signature}`).toEqual([
        400,
        'event_unsigned',
      ])
    }
    expect((await send('x'.repeat(1_048_577), right)).json.code).toBe('body_too_large')
    expect([await subscriptionOf(), await looksOf()]).toEqual(['inactive', 0])
    expect((await send(body, stripe.sign(body, { at: now - 290 }))).status).toBe(200)
    expect(await subscriptionOf()).toBe('active')
  })

  test('comes again while Stripe or the database is away, and is heard then', async () => {
    const event = stripe.change(stripe.subscribe(customer), { status: 'active' })
    beAway()
    expect((await paying.deliver(event)).json.code).toBe('stripe_unavailable')
    expect(await heardEvents()).not.toContain(event.id)
    proxy.cut()
    expect((await paying.deliver(event)).status).toBe(503)
    proxy.restore()
    await expect.poll(async () => (await paying.deliver(event)).status, { timeout: 10_000 }).toBe(200)
    expect(await subscriptionOf()).toBe('active')
    expect(await heardEvents()).toContain(event.id)
  })
})

describe('looking', () => {
  test('a later look is not undone by the older answer of an earlier one', async () => {
    const subscription = stripe.subscribe(customer, 'canceled')
    const context = requirePayments(house.context)
    // Each look of a process waits for the one before it, so these are two processes.
    const other = {
      ...context,
      payments: { ...context.payments, shareLook: (_: string, look: () => Promise<void>) => look() },
    }
    const gate = Promise.withResolvers<void>()
    const before = stripe.lists
    stripe.listGate = gate.promise
    const slow = lookAtStripe(context, workspace)
    await expect.poll(() => stripe.lists).toBe(before + 1)
    stripe.listGate = null
    stripe.change(subscription, { status: 'active' })
    await lookAtStripe(other, workspace)
    gate.resolve()
    await slow
    expect([await subscriptionOf(), await looksOf()]).toEqual(['active', 2])
  })

  test('goes on by itself where an event is lost, and ends where nothing is expected', async () => {
    const subscription = stripe.subscribe(customer)
    const nextLook = async () =>
      (
        await house.db.row<{ at: Date | null }>(sql`
        select next_look_at as at from stripe_customers where workspace_id = ${workspace}`)
      )?.at ?? null
    const [chore] = paymentChores
    const lookNow = async () => {
      await house.db.run(
        sql`update stripe_customers set next_look_at = clock_timestamp() where workspace_id = ${workspace}`,
      )
      expect(await chore?.run(house.context, new AbortController().signal)).toBe(1)
      return nextLook()
    }
    const hoursAhead = (at: Date | null) =>
      at === null ? null : Math.round((at.getTime() - Date.now()) / 3_600_000)
    expect(hoursAhead(await lookNow())).toBe(24)
    expect(await subscriptionOf()).toBe('active')
    stripe.change(subscription, { status: 'past_due' })
    expect(hoursAhead(await lookNow())).toBe(1)
    expect(await subscriptionOf()).toBe('inactive')
    beAway()
    stripe.change(subscription, { status: 'canceled' })
    expect((await lookNow())?.getTime()).toBeLessThan(Date.now() + 601_000)
    expect(await lookNow()).toBeNull()
    // A customer of another account at Stripe, or of its test mode.
    await house.db.run(
      sql`update stripe_customers set customer_id = 'cus_gone' where workspace_id = ${workspace}`,
    )
    expect(hoursAhead(await lookNow())).toBe(24)
    expect(await chore?.run(house.context, new AbortController().signal)).toBe(0)
  })

  test('events of a month ago are forgotten', async () => {
    await house.db.run(sql`
      insert into stripe_events (id, type, received_at) values ('evt_old', 'invoice.paid', clock_timestamp() - interval '31 days')`)
    await paymentChores[1]?.run(house.context, new AbortController().signal)
    expect(await heardEvents()).not.toContain('evt_old')
  })
})

const statuses: readonly Status[] = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'canceled',
]
const eventsOfARun = 500

/** A generator that answers the same for a seed: whole numbers below a limit. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Changes one subscription again and again; each event comes late, out of order and often twice. */
async function shuffle(seed: number): Promise<{ told: string | undefined; paid: boolean }> {
  const [payer, at] = await newCustomer()
  const next = createRandom(seed)
  const context = requirePayments(house.context)
  const subscription = stripe.subscribe(at, 'incomplete')
  const waiting: StripeEvent[] = []
  const hear = (event: StripeEvent) => {
    const body = JSON.stringify(event)
    return hearEvent(context, Buffer.from(body), stripe.sign(body))
  }
  let sent = 0
  while (sent < eventsOfARun) {
    if (next(3) > 0)
      waiting.push(stripe.change(subscription, { status: statuses[next(statuses.length)] ?? 'active' }))
    const batch = Array.from({ length: next(9) }, () => waiting[next(waiting.length)]).filter(
      (each) => each !== undefined,
    )
    sent += batch.length
    await Promise.all(batch.map(hear))
  }
  // Stripe sends each event until it was heard.
  await Promise.all(waiting.map(hear))
  return { told: await subscriptionOf(payer), paid: ['active', 'trialing'].includes(subscription.status) }
}

test.each(Array.from({ length: repeats(5, 20) }, (_, index) => index + 1))(
  'of 500 events that come shuffled and doubled, the same subscription remains (%i)',
  async (seed) => {
    const { told, paid } = await shuffle(seed)
    expect(told).toBe(paid ? 'active' : 'inactive')
  },
)
