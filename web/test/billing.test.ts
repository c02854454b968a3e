import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { changeSubscription } from '../../server/src/publishing/person/change-subscription.ts'
import { newPerson } from '../../server/test/app/person.ts'
import type { FakeStripe, StripeEvent } from '../../server/test/payments/fake-stripe.ts'
import { type PayingHouse, startPayingHouse } from '../../server/test/payments/paying-house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { desktop, openApp, phone } from './open-app.ts'
import { closeQuietly } from './stranger.ts'

let paying: PayingHouse
let stripe: FakeStripe
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  paying = await startPayingHouse({ hasUsualUrl: true })
  ;({ stripe } = paying)
})
afterAll(() => paying?.stop())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Begins with a workspace like one that somebody has just made. */
async function unpay(): Promise<void> {
  const { house } = paying
  await house.db.run(sql`delete from stripe_customers where workspace_id = ${house.workspaceId}`)
  await house.db.run(sql`
    update workspaces set subscription = 'inactive', subscription_from = 'stripe', subscription_ended_at = '-infinity'
    where id = ${house.workspaceId}`)
}

async function deliver(events: readonly StripeEvent[]): Promise<void> {
  for (const event of events) expect((await paying.deliver(event)).status).toBe(200)
}

/** The pages of Stripe, where a person pays or goes back. */
async function standInForStripe(page: Page): Promise<StripeEvent[]> {
  const events: StripeEvent[] = []
  const show = (title: string, href: string) =>
    `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,"><a href="${href}">${title}</a>`
  await page.route('https://checkout.stripe.com/c/pay/*', async (route) => {
    const id = route.request().url().split('/').at(-1) ?? ''
    events.push(...stripe.pay(id))
    const back = stripe.checkouts.find((each) => each.id === id)?.successUrl ?? ''
    await route.fulfill({ contentType: 'text/html', body: show('Pay', back) })
  })
  await page.route('https://billing.stripe.com/p/session/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: show('Back', stripe.portals.at(-1)?.returnUrl ?? '') }),
  )
  return events
}

test('an owner subscribes, sees it active once Stripe says so, goes to Stripe again, and is told of a late payment', async () => {
  await unpay()
  const { page, browser, goTo } = await openApp(paying.house, { path: '/calendar', mode: 'live' })
  const bar = page.getByRole('region', { name: 'No active subscription' })
  const events = await standInForStripe(page)
  await bar.getByText(/^There is no subscription yet\./).waitFor()
  await bar.getByRole('link', { name: 'Billing' }).click()
  await heading(page, 'Billing').waitFor()
  await page.getByText('Crier for a team: €12.00 a month').waitFor()
  await page.getByText('Published so far: 0.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('link', { name: 'Pay' }).click()
  // The person is back before Stripe has said anything.
  await page.getByText('Waiting for Stripe to confirm the payment.').waitFor()
  expect(await page.getByRole('button', { name: 'Subscribe' }).count()).toBe(0)
  await deliver(events)
  await page.getByText(/^Active\. The next payment is due on /).waitFor()
  await bar.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: 'Manage at Stripe' }).click()
  await page.getByRole('link', { name: 'Back' }).click()
  await heading(page, 'Billing').waitFor()
  const subscription = stripe.subscriptions.at(-1)
  if (!subscription) throw new Error('Nothing was paid.')
  await deliver([stripe.change(subscription, { status: 'past_due' })])
  await goTo('/calendar')
  await bar
    .getByText(/^Payment is late\. Posts keep going out until \w{3},? \d+ \w+, then they wait\./)
    .waitFor()
  await expectAccessible(page)
  expect(browser.complaints).toEqual([])
  await closeQuietly(browser)
})

test.each([
  ['light', desktop],
  ['dark', phone],
] as const)(
  'the page of a late payment can be used by everybody, and fits: %s',
  async (colorScheme, size) => {
    await unpay()
    await paying.house.db.run(sql`
    insert into stripe_customers (workspace_id, status, period_ends_at)
    values (${paying.house.workspaceId}, 'past_due', clock_timestamp() + interval '3 weeks')`)
    await paying.house.db.run(sql`
    update workspaces set subscription_ended_at = clock_timestamp() where id = ${paying.house.workspaceId}`)
    const { page, close } = await openApp(paying.house, {
      path: '/settings/billing',
      mode: 'live',
      device: { ...size, colorScheme },
    })
    await page.getByText(/^Payment is late\. Stripe tries again/).waitFor()
    await expectAccessible(page)
    await expectFits(page)
    await close()
  },
)

test('a workspace that its operator gives a subscription is told so, and that somebody still pays beside it', async () => {
  await unpay()
  const { house } = paying
  await house.db.run(sql`
    insert into stripe_customers (workspace_id, status) values (${house.workspaceId}, 'active')`)
  await changeSubscription(house.db, house.workspaceId, 'active', 0)
  const { page, close } = await openApp(house, { path: '/settings/billing', mode: 'live' })
  await page.getByText(/There is nothing to pay\.$/).waitFor()
  await page.getByText('A subscription at Stripe still runs beside it. End it there.').waitFor()
  expect(await page.getByRole('button', { name: 'Subscribe' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Manage at Stripe' }).waitFor()
  await close()
})

test('an admin sees what is paid and pays nothing; others see no such page', async () => {
  await unpay()
  const admin = await openApp(paying.house, { path: '/settings/billing', role: 'admin' })
  await admin.page.getByText('Only owners pay. Ask one of them under Team.').waitFor()
  expect(await admin.page.getByRole('button', { name: 'Subscribe' }).count()).toBe(0)
  await admin.close()
  const author = await openApp(paying.house, {
    path: '/settings',
    person: await newPerson(paying.house, 'author'),
  })
  await author.page.getByRole('link', { name: /^Team/ }).waitFor()
  expect(await author.page.getByRole('link', { name: /^Billing/ }).count()).toBe(0)
  await author.goTo('/settings/billing')
  await author.page.getByText('Only admins and owners see this.').waitFor()
  await author.close()
})
