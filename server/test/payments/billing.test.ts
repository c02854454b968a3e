// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../src/callers/roles.ts'
import { sql } from '../../src/db/database.ts'
import { checkBilling } from '../../src/operator/doctor/check-billing.ts'
import { leaveToStripe } from '../../src/payments/leave-to-stripe.ts'
import { paymentChores } from '../../src/payments/look-again.ts'
import { requireNoOpenSubscription } from '../../src/payments/require-no-open-subscription.ts'
import { toTrouble } from '../../src/payments/stripe-trouble.ts'
import { changeSubscription } from '../../src/publishing/person/change-subscription.ts'
import { type Browser, type Person, password, signedIn } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'
import type { FakeStripe, StripeEvent } from './fake-stripe.ts'
import { type PayingHouse, startPayingHouse } from './paying-house.ts'

let paying: PayingHouse
let house: House
let stripe: FakeStripe
let owner: Browser & Person
/** The workspace that the tests pay for: a new one each. */
let workspace: string

beforeAll(async () => {
  paying = await startPayingHouse()
  ;({ house, stripe } = paying)
  owner = await signedIn(house)
  await prove(owner)
})
afterAll(() => paying.stop())
beforeEach(async () => {
  await house.db.run(
    sql`delete from memberships where user_id = ${owner.id} and workspace_id <> ${house.workspaceId}`,
  )
  workspace = (await owner.request('POST', '/app/workspaces', { body: { name: 'Harbour' } })).json.id
})

const prove = (by: Browser) => by.request('POST', '/app/proof', { body: { password } })
const billingOf = async (by: Browser = owner, id = workspace) =>
  (await by.request('GET', `/app/workspaces/${id}/billing`)).json
const checkOut = (by: Browser = owner, id = workspace) =>
  by.request('POST', `/app/workspaces/${id}/billing/checkout`)
const openPortal = (by: Browser = owner, id = workspace) =>
  by.request('POST', `/app/workspaces/${id}/billing/portal`)
const checkoutOf = (url: string) => url.replace('https://checkout.stripe.com/c/pay/', '')
const deliverAll = async (events: readonly StripeEvent[]) => {
  for (const event of events) expect((await paying.deliver(event)).status).toBe(200)
}

/** Pays for the workspace; answers its subscription at Stripe. */
async function pay() {
  const { url } = (await checkOut()).json
  await deliverAll(stripe.pay(checkoutOf(url)))
  const subscription = stripe.subscriptions.at(-1)
  if (!subscription) throw new Error('Nothing was paid.')
  return subscription
}

async function inWorkspace(method: string, path: string, mode: 'live' | 'test', body?: unknown) {
  const headers = { 'crier-workspace': workspace, 'crier-mode': mode }
  return owner.request(method, path, { headers, ...(body === undefined ? {} : { body }) })
}

const connect = (mode: 'live' | 'test') =>
  house.connectIn(
    { workspaceId: workspace, userId: owner.id, liveKey: '', testKey: '' },
    'sandbox',
    { name: mode },
    mode,
  )

describe('a new workspace', () => {
  test('has no subscription before somebody pays, and the operator’s own one has', async () => {
    expect(await billingOf()).toEqual({
      subscription: 'inactive',
      decided_by: 'stripe',
      status: null,
      price: {
        name: 'Crier for a team',
        amount: '12.00',
        currency: 'EUR',
        interval: 'month',
        interval_count: 1,
      },
      period_ends_at: null,
      ends_at: null,
      posts_until: null,
      can_subscribe: true,
      can_manage: false,
    })
    expect(await billingOf(owner, house.workspaceId)).toMatchObject({
      subscription: 'active',
      decided_by: 'operator',
      can_subscribe: false,
    })
    const { json: me } = await owner.request('GET', '/app/me')
    expect(me.has_billing).toBe(true)
    expect(me.workspaces.find(({ id }: { id: string }) => id === workspace).lapse).toEqual({
      why: 'never',
      posts_until: null,
    })
  })

  test('can be prepared and tried out, and publishes nothing', async () => {
    const account = await connect('live')
    const trial = await connect('test')
    const post = { caption: 'Bread', social_accounts: [account] }
    expect((await inWorkspace('POST', '/v1/posts', 'live', { ...post, is_draft: true })).status).toBe(200)
    expect((await inWorkspace('POST', '/v1/posts', 'live', post)).json.code).toBe('subscription_required')
    const tried = await inWorkspace('POST', '/v1/posts', 'test', { ...post, social_accounts: [trial] })
    expect(tried.status).toBe(200)
    await expect
      .poll(async () => (await inWorkspace('GET', `/v1/posts/${tried.json.id}`, 'test')).json.status, {
        timeout: 10_000,
      })
      .toBe('posted')
    const { key } = await house.key({ workspaceId: workspace, userId: owner.id, mode: 'test' })
    expect((await house.request('GET', '/v1/me', { key })).json.code).toBe('subscription_required')
  })
})

describe('paying', () => {
  test('makes one customer and one Checkout, however often somebody presses', async () => {
    const answers = await Promise.all([checkOut(), checkOut(), checkOut()])
    answers.push(await checkOut())
    expect(new Set(answers.map(({ json }) => json.url)).size).toBe(1)
    expect([...stripe.customers.values()].filter((each) => each.workspace === workspace)).toHaveLength(1)
    expect(stripe.checkouts.filter((each) => each.workspace === workspace)).toHaveLength(1)
    const entries = await house.db.rows(sql`
      select actor_kind from audit_log where workspace_id = ${workspace} and action = 'subscription.begin_checkout'`)
    expect(entries).toEqual([{ actor_kind: 'user' }])
  })

  test('activates the workspace once Stripe says so, and not before', async () => {
    const { url } = (await checkOut()).json
    expect((await billingOf()).subscription).toBe('inactive')
    const events = stripe.pay(checkoutOf(url))
    expect((await billingOf()).subscription).toBe('inactive')
    await deliverAll(events)
    expect(await billingOf()).toMatchObject({
      subscription: 'active',
      status: 'active',
      can_subscribe: false,
      can_manage: true,
      ends_at: null,
    })
    expect((await billingOf()).period_ends_at).toMatch(/^20/)
    const again = await checkOut()
    expect([again.status, again.json.code]).toEqual([409, 'subscription_exists'])
    const told = await house.db.row(sql`
      select actor_kind, details from audit_log where workspace_id = ${workspace} and action = 'subscription.set'`)
    expect(told).toEqual({ actor_kind: 'system', details: { subscription: 'active', stripe: 'active' } })
  })

  test('a Checkout that is paid is seen at the next press, although no event came', async () => {
    stripe.pay(checkoutOf((await checkOut()).json.url))
    expect((await checkOut()).json.code).toBe('subscription_exists')
    expect((await billingOf()).subscription).toBe('active')
  })

  test('a Checkout that ended unpaid is followed by another one', async () => {
    const first = (await checkOut()).json.url
    for (const checkout of stripe.checkouts)
      if (checkout.id === checkoutOf(first)) checkout.status = 'expired'
    const second = (await checkOut()).json.url
    expect(second).not.toBe(first)
    expect((await checkOut()).json.url).toBe(second)
  })

  test('a customer that is gone at Stripe is made anew', async () => {
    await pay()
    const [customer] = [...stripe.customers.values()].filter((each) => each.workspace === workspace)
    stripe.customers.delete(customer?.id ?? '')
    expect((await openPortal()).json.code).toBe('stripe_refused')
    expect((await checkOut()).status).toBe(200)
    expect(await billingOf()).toMatchObject({ status: null, subscription: 'inactive' })
  })

  test('an error that Stripe keeps for a day stands in nobody’s way', async () => {
    stripe.breaksNext = true
    expect((await checkOut()).json.code).toBe('stripe_unavailable')
    expect((await checkOut()).status).toBe(200)
  })

  test('while Stripe is away, nothing is changed and the page still tells what is known', async () => {
    await pay()
    const fault = { kind: 'answer', status: 503, body: '{"error":{"type":"api_error"}}' } as const
    for (let times = 0; times < 3; times += 1) stripe.server.inject('POST /v1/billing_portal/sessions', fault)
    const answer = await openPortal()
    expect([answer.status, answer.json.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'stripe_unavailable',
      '5',
    ])
    expect((await billingOf()).subscription).toBe('active')
  })

  test('the portal opens for somebody who has paid, and comes back to the page of the workspace', async () => {
    expect((await openPortal()).json.code).toBe('never_paid')
    await pay()
    const { json } = await openPortal()
    expect(json.url).toMatch(/^https:\/\/billing\.stripe\.com\//)
    expect(stripe.portals.at(-1)?.returnUrl).toBe(`${house.url}/settings/billing`)
  })
})

describe('rights', () => {
  test.each<[Role, number, number]>([
    ['viewer', 403, 403],
    ['author', 403, 403],
    ['editor', 403, 403],
    ['admin', 200, 403],
    ['owner', 200, 409],
  ])('a member who is %s: looks %i, pays %i', async (role, look, paid) => {
    const member = await signedIn(house, role)
    await prove(member)
    const at = `/app/workspaces/${house.workspaceId}/billing`
    expect((await member.request('GET', at)).status).toBe(look)
    expect((await member.request('POST', `${at}/checkout`)).status).toBe(paid)
    expect((await member.request('POST', `${at}/portal`)).status).toBe(paid)
  })

  test('somebody without a fresh proof, a stranger and nobody are refused alike', async () => {
    const fresh = await signedIn(house)
    await house.db.run(
      sql`update sessions set proved_at = proved_at - interval '11 minutes' where user_id = ${fresh.id}`,
    )
    for (const path of ['checkout', 'portal'])
      expect(
        (await fresh.request('POST', `/app/workspaces/${house.workspaceId}/billing/${path}`)).json.code,
      ).toBe('proof_required')
    const stranger = await signedIn(house, null)
    await prove(stranger)
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/checkout'],
      ['POST', '/portal'],
    ] as const) {
      expect((await stranger.request(method, `/app/workspaces/${workspace}/billing${path}`)).status).toBe(404)
      expect(
        (
          await house.request(method, `/app/workspaces/${workspace}/billing${path}`, {
            headers: { 'sec-fetch-site': 'same-origin' },
          })
        ).status,
      ).toBe(401)
    }
  })
})

describe('a subscription that ends', () => {
  test('late payment: what is scheduled goes out for three days, then waits, and goes on once it is paid', async () => {
    const subscription = await pay()
    const account = await connect('live')
    const schedule = async (inMs: number) =>
      (
        await inWorkspace('POST', '/v1/posts', 'live', {
          caption: 'Bread',
          social_accounts: [account],
          scheduled_at: new Date(Date.now() + inMs).toISOString(),
        })
      ).json.id
    const soon = await schedule(3_600_000)
    const afterGrace = await schedule(7_200_000)
    await deliverAll([stripe.change(subscription, { status: 'past_due' })])
    expect(await billingOf()).toMatchObject({
      subscription: 'inactive',
      status: 'past_due',
      can_subscribe: false,
      can_manage: true,
    })
    const { json: me } = await owner.request('GET', '/app/me')
    expect(me.workspaces.find(({ id }: { id: string }) => id === workspace).lapse).toEqual({
      why: 'late',
      posts_until: expect.stringMatching(/^20/),
    })
    const becomesDue = (id: string) =>
      house.db.run(
        sql`update targets set scheduled_at = clock_timestamp(), next_action_at = clock_timestamp() where post_id = ${id}`,
      )
    const stateOf = async (id: string) =>
      (await house.db.row<{ state: string }>(sql`select state from targets where post_id = ${id}`))?.state
    await becomesDue(soon)
    house.context.wake(0)
    await expect.poll(() => stateOf(soon), { timeout: 10_000 }).toBe('published')
    // Further trouble does not begin the days anew.
    await house.db.run(
      sql`update workspaces set subscription_ended_at = subscription_ended_at - interval '73 hours' where id = ${workspace}`,
    )
    await deliverAll([stripe.change(subscription, { status: 'unpaid' })])
    await becomesDue(afterGrace)
    house.context.wake(0)
    await expect.poll(() => stateOf(afterGrace), { timeout: 10_000 }).toBe('held')
    await deliverAll([stripe.change(subscription, { status: 'active' })])
    await expect.poll(() => stateOf(afterGrace), { timeout: 10_000 }).toBe('published')
    expect((await billingOf()).posts_until).toBeNull()
  })

  test.each([
    ['active', 'active', false],
    ['trialing', 'active', false],
    ['past_due', 'inactive', false],
    ['unpaid', 'inactive', false],
    ['paused', 'inactive', false],
    ['incomplete', 'inactive', true],
    ['incomplete_expired', 'inactive', true],
    ['canceled', 'inactive', true],
  ] as const)('%s at Stripe is %s here, and a new one can be made: %s', async (status, subscription, can) => {
    const made = await pay()
    await deliverAll([stripe.change(made, { status })])
    expect(await billingOf()).toMatchObject({ status, subscription, can_subscribe: can, can_manage: true })
  })

  test('tells when it ends, and lets the workspace be deleted only from then on', async () => {
    const subscription = await pay()
    const remove = () =>
      owner.request('POST', `/app/workspaces/${workspace}/deletion`, { body: { name: 'Harbour' } })
    expect((await remove()).json.code).toBe('subscription_runs')
    const unpaying = { ...house.context, config: { ...house.context.config, stripe: null } }
    await expect(requireNoOpenSubscription(house.db, unpaying, workspace)).resolves.toBeUndefined()
    await deliverAll([stripe.change(subscription, { cancelsAtPeriodEnd: true })])
    const { ends_at: endsAt, period_ends_at: periodEndsAt, subscription: state } = await billingOf()
    expect([endsAt, state]).toEqual([periodEndsAt, 'active'])
    await deliverAll([
      stripe.change(subscription, { cancelsAtPeriodEnd: false, cancelAt: subscription.periodEnd + 60 }),
    ])
    expect((await billingOf()).ends_at > periodEndsAt).toBe(true)
    expect((await remove()).status).toBe(200)
  })
})

describe('a workspace that is deleted', () => {
  const remove = async () => {
    const path = `/app/workspaces/${workspace}/deletion`
    expect((await owner.request('POST', path, { body: { name: 'Harbour' } })).status).toBe(200)
  }
  const restore = async () => {
    const { status } = await owner.request('DELETE', `/app/workspaces/${workspace}/deletion`)
    expect(status).toBe(200)
  }
  const checkoutAt = (url: string) => {
    const found = stripe.checkouts.find(({ id }) => id === checkoutOf(url))
    if (!found) throw new Error('There is no such Checkout.')
    return found
  }
  const isDue = async () =>
    (
      await house.db.row<{ due: boolean }>(sql`
      select next_look_at <= clock_timestamp() as due from stripe_customers where workspace_id = ${workspace}`)
    )?.due

  test('can be paid for no more: its Checkout is closed, and another one opens once it is restored', async () => {
    const { url } = (await checkOut()).json
    await remove()
    await expect.poll(() => checkoutAt(url).status).toBe('expired')
    await expect.poll(isDue).toBe(null)
    await restore()
    const next = (await checkOut()).json.url
    expect([next === url, checkoutAt(next).status]).toEqual([false, 'open'])
  })

  test('has its Checkout closed by the background work, if Stripe was away at that moment', async () => {
    const { url } = (await checkOut()).json
    const call = `POST /v1/checkout/sessions/${checkoutOf(url)}/expire`
    const fault = { kind: 'answer', status: 503, body: '{"error":{"type":"api_error"}}' } as const
    for (let times = 0; times < 3; times += 1) stripe.server.inject(call, fault)
    await remove()
    await expect.poll(() => stripe.server.calls.filter(({ name }) => name === call).length).toBe(3)
    expect([checkoutAt(url).status, await isDue()]).toEqual(['open', true])
    await expect
      .poll(async () => {
        await paymentChores[0]?.run(house.context, new AbortController().signal)
        return checkoutAt(url).status
      })
      .toBe('expired')
    await expect.poll(isDue).toBe(null)
  })

  test('is known to be paid where somebody paid before its Checkout could be closed', async () => {
    const { url } = (await checkOut()).json
    stripe.pay(checkoutOf(url))
    await remove()
    await expect
      .poll(
        async () =>
          (
            await house.db.row<{ status: string }>(sql`
      select status from stripe_customers where workspace_id = ${workspace}`)
          )?.status,
      )
      .toBe('active')
    await restore()
    expect(await billingOf()).toMatchObject({ subscription: 'active', can_subscribe: false })
  })
})

describe('the operator', () => {
  test('gives a workspace a subscription that nothing at Stripe takes away, and leaves it to Stripe again', async () => {
    const subscription = await pay()
    await changeSubscription(house.db, workspace, 'active', 0)
    await deliverAll([stripe.change(subscription, { status: 'canceled' })])
    expect(await billingOf()).toMatchObject({
      subscription: 'active',
      decided_by: 'operator',
      status: 'canceled',
      can_subscribe: false,
    })
    expect((await checkOut()).json.code).toBe('subscription_given')
    expect(await leaveToStripe(house.db, workspace, 0)).toEqual({ subscription: 'inactive', freed: 0 })
    expect(await billingOf()).toMatchObject({
      subscription: 'inactive',
      decided_by: 'stripe',
      can_subscribe: true,
    })
    await changeSubscription(house.db, workspace, 'inactive', 0)
    await deliverAll([stripe.change(subscription, { status: 'active' })])
    expect((await billingOf()).subscription).toBe('inactive')
    expect(await leaveToStripe(house.db, workspace, 0)).toEqual({ subscription: 'active', freed: 0 })
  })

  test('hears of the doctor whether the key and the price are right', async () => {
    const { hostname, port } = new URL(stripe.server.url)
    const at = new Map([
      ['api.stripe.com', { address: () => ({ host: hostname, port: Number(port) }), headers: {} }],
    ])
    const check = async (changed: Partial<FakeStripe['settings']> = {}) => {
      const config = { ...house.context.config, stripe: { ...stripe.settings, ...changed } }
      const [billing] = await checkBilling(house.db, config, at)
      return [billing?.ok, billing?.found]
    }
    expect(await check()).toEqual([
      true,
      'Stripe takes 12.00 EUR for “Crier for a team” in its test mode, where no money moves.',
    ])
    expect(await check({ secretKey: 'sk_test_0000000000' })).toEqual([
      false,
      expect.stringContaining('Stripe refuses the key'),
    ])
    expect(await check({ price: 'price_other' })).toEqual([
      false,
      expect.stringContaining('does not know the price'),
    ])
    stripe.price.active = false
    expect(await check()).toEqual([false, expect.stringContaining('archived')])
    stripe.price.active = true
    stripe.price.isRecurring = false
    expect(await check()).toEqual([false, expect.stringContaining('the price cannot be used')])
    stripe.price.isRecurring = true
    expect(await checkBilling(house.db, { ...house.context.config, stripe: null })).toEqual([])
  })

  test('who takes no payments has none of this', async () => {
    const free = await startHouse({ worker: false })
    try {
      const person = await signedIn(free)
      await prove(person)
      const at = `/app/workspaces/${free.workspaceId}/billing`
      expect((await person.request('GET', at)).status).toBe(404)
      expect((await person.request('POST', `${at}/checkout`)).status).toBe(404)
      const event = await free.request('POST', '/stripe/events', {
        key: null,
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
      expect([404, 405]).toContain(event.status)
      expect((await person.request('GET', '/app/me')).json.has_billing).toBe(false)
      const made = await person.request('POST', '/app/workspaces', { body: { name: 'Free' } })
      expect(made.json.subscription).toBe('active')
    } finally {
      await free.stop()
    }
  })
})

test('an error of another kind is not taken for one of Stripe', () => {
  const other = new TypeError('a fault of ours')
  expect(toTrouble(other)).toBe(other)
})
