import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { desktop, openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'
import { setZone } from './seed-calendar.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  await setZone(house, 'Europe/Berlin')
  await house.connect('sandbox', { name: 'harbour' }, 'test')
})
afterAll(() => house?.stop())

const slots = async () => {
  const { json } = await house.request('GET', '/v1/queue-slots', { key: house.testKey })
  return json.data.map(({ weekdays, time }: { weekdays: string[]; time: string }) => [
    weekdays.join(' '),
    time,
  ])
}

test('the queue begins with three slots, changes them, and pauses', async () => {
  const { page, close, browser } = await openApp(house, { path: '/queue' })
  await page.getByText('Three slots a week are a good start: Mon, Wed, Fri 09:00.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add them' }).click()
  await page.getByText('Next free:').waitFor()
  expect(await slots()).toEqual([['mon wed fri', '09:00']])
  await page.getByRole('button', { name: 'Add a slot on Tuesday, All accounts' }).click()
  const tuesday = page.getByRole('group', { name: 'Days' }).getByText('Tue', { exact: true })
  await tuesday.click()
  await page.getByRole('button', { name: 'Add the slot' }).click()
  await page.getByText('Choose at least one day.').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('checkbox')
  await tuesday.click()
  await page.getByLabel('Time').fill('17:30')
  await page.getByLabel('Accounts').selectOption({ label: '@harbour' })
  await page.getByLabel('Spread').selectOption('15')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add the slot' }).click()
  await page
    .getByRole('row', { name: /^@harbour/ })
    .getByRole('button', { name: '17:30' })
    .click()
  await page.getByLabel('Time').fill('18:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: '18:00' }).waitFor()
  await page.getByRole('button', { name: '18:00' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Slot at 18:00 deleted.').waitFor()
  expect(await slots()).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: '18:00' }).waitFor()
  await page.getByRole('button', { name: 'Pause the queue' }).click()
  await page.getByText("new ones won't get slots.").waitFor()
  expect((await house.request('GET', '/v1/queue', { key: house.testKey })).json.paused).toBe(true)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await expectFits(page)
  await page.getByRole('button', { name: 'Resume the queue' }).click()
  await page.getByText('Next free:').waitFor()
  forgiveRefusals(browser, 422)
  await close()
})

test('a stop of one network or of one account is not said to stop everything', async () => {
  const { json } = await house.request('GET', '/v1/social-accounts', { key: house.testKey })
  const pause = (paused: boolean) =>
    house.request('PATCH', '/v1/queue', {
      key: house.testKey,
      body: { paused, social_account_id: json.data[0].id },
    })
  await pause(true)
  await house.db.run(sql`insert into pauses (id, platform) values (gen_random_uuid(), 'sandbox')`)
  const { page, close } = await openApp(house, { path: '/needs-you' })
  await page.getByText('The operator paused publishing on Sandbox. Posts for it wait.').waitFor()
  await page.getByText(/^The queue of @harbour is paused\./).waitFor()
  await expectAccessible(page)
  await house.db.run(sql`delete from pauses`)
  await pause(false)
  await close()
})

test('a slot that cannot be brought back says why', async () => {
  const account = await house.connect('sandbox', { name: 'flour' }, 'test')
  const body = { weekdays: ['thu'], time: '11:15', social_account_id: account }
  await house.request('POST', '/v1/queue-slots', { key: house.testKey, body })
  const { page, close, browser } = await openApp(house, { path: '/queue' })
  await page.getByRole('button', { name: '11:15' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Slot at 11:15 deleted.').waitFor()
  await house.request('DELETE', `/v1/social-accounts/${account}`, { key: house.testKey })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/^Couldn't undo\. ./).waitFor()
  forgiveRefusals(browser, 404, 422)
  await close()
})

test('the week of the queue begins as that of the calendar', async () => {
  const american = { ...desktop, locale: 'en-US' }
  const { page, close } = await openApp(house, { path: '/queue', device: american })
  const days = page.getByRole('columnheader')
  await days.nth(1).waitFor()
  expect((await days.allTextContents()).slice(1, 3).join()).toMatch(/Sunday.*Monday/)
  await page.getByRole('button', { name: 'Add a slot', exact: true }).click()
  expect(await page.getByRole('group', { name: 'Days' }).getByRole('checkbox').first().isChecked()).toBe(
    false,
  )
  expect(await page.getByRole('group', { name: 'Days' }).locator('label').first().textContent()).toContain(
    'Sunday',
  )
  await close()
})

test('the next two weeks show what has a slot, and lead to it, and what is free', async () => {
  const { json: account } = await house.request('GET', '/v1/social-accounts', { key: house.testKey })
  const body = {
    caption: 'In the first slot',
    social_accounts: [account.data[0].id],
    use_queue: true,
  }
  const { json: post } = await house.request('POST', '/v1/posts', { key: house.testKey, body })
  expect(post.queue).not.toBeNull()
  const { page, close } = await openApp(house, { path: '/queue' })
  const next = page.getByRole('region', { name: 'The next two weeks' })
  const taken = next.getByRole('listitem').filter({ hasText: 'In the first slot' })
  expect(await taken.locator('time').getAttribute('datetime')).toBe(post.scheduled_at)
  // Two weeks of three slots for all, and one for a single account.
  expect(await next.getByRole('listitem').count()).toBeGreaterThan(5)
  expect(await next.locator(`li[data-free] time[datetime="${post.scheduled_at}"]`).count()).toBe(0)
  const free = next.getByRole('link', { name: 'Free: write for it' })
  await free.first().waitFor()
  await taken.getByRole('link').click()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe(`/posts/${post.id}`)
  await close()
})

test('the way to add a slot is seen where the mouse is, and always by a finger', async () => {
  const seen = (page: Page) =>
    page.evaluate<string>("getComputedStyle([...document.querySelectorAll('td button svg')].at(-1)).opacity")
  const desk = await openApp(house, { path: '/queue' })
  await desk.page.getByText('Next free:').waitFor()
  expect(await seen(desk.page)).toBe('0')
  await desk.page.locator('td').last().hover()
  expect(await seen(desk.page)).toBe('1')
  await desk.close()
  const hand = await openApp(house, { path: '/queue', device: { ...phone, isMobile: true } })
  await hand.page.getByText('Next free:').waitFor()
  expect(await seen(hand.page)).toBe('1')
  await hand.close()
})

test('a phone lists the slots of each day, and a reader is told who sets them', async () => {
  const { page, close } = await openApp(house, { path: '/queue', device: phone, role: 'viewer' })
  await page.getByText('Editors set the slots. Ask one of them for another time.').waitFor()
  expect(await page.getByRole('button', { name: 'Add a slot' }).count()).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    await expectFits(page)
  }
  await close()
})
