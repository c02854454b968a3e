import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectUsable } from './axe.ts'
import { desktop, type OpenApp, openApp } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'
import { planMany } from './seed-calendar.ts'

const hour = 3_600_000

let house: House
let owner: OpenApp
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true })
  owner = await openApp(house, { path: '/accounts' })
})
afterAll(async () => {
  await owner?.close()
  await house?.stop()
})

test('a form connects an account at once', async () => {
  const { page } = owner
  await page.getByText('No accounts yet.').waitFor()
  await page.getByRole('button', { name: 'Connect account' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Connect account' }).waitFor()
  await expectUsable(owner.page)
  await page.getByRole('link', { name: /Sandbox No account needed/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour')
  await expectUsable(owner.page)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Connected' }).waitFor()
  await page.getByRole('link', { name: 'Harbour' }).waitFor()
  await page.getByRole('link', { name: 'All accounts' }).click()
  await page.getByText('@harbour').waitFor()
  await expectUsable(owner.page)
})

test('a sign-in at the network comes back to a choice of profiles, and connects several at once', async () => {
  const { page, goTo, browser } = owner
  await goTo('/accounts/connect/sandbox')
  await page.getByRole('radio', { name: 'Sign in at Sandbox' }).check()
  await page.getByRole('button', { name: 'Continue to Sandbox' }).click()
  await page.getByRole('heading', { name: 'Sign in to the sandbox' }).waitFor()
  await page.getByLabel('Your profiles').fill('East pier\nWest pier\nNorth pier')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { level: 1, name: 'Choose what to connect' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/accounts/connect/sandbox')
  await expectUsable(owner.page)
  await page.getByRole('checkbox', { name: /West pier/ }).check()
  await page.getByRole('button', { name: 'Connect 2 accounts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Connected' }).waitFor()
  const { data } = (await house.request('GET', '/v1/social-accounts', { key: house.testKey })).json
  expect(data.map(({ username }: { username: string }) => username)).toEqual(
    expect.arrayContaining(['east-pier', 'west-pier']),
  )
  expect(data).toHaveLength(3)
  expect(browser.visited.some((url) => url.includes('/oauth/callback/sandbox?code='))).toBe(true)
})

test('an account that was signed out says so, and is connected again as the same profile alone', async () => {
  const { page, goTo } = owner
  await house.db.run(sql`update social_accounts set status = 'needs_reconnect' where username = 'harbour'`)
  await goTo('/accounts')
  await page.getByText('Sandbox signed Crier out of @harbour.').waitFor()
  await page.getByRole('button', { name: 'Reconnect @harbour' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reconnect @harbour' }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Flour')
  await page.getByRole('button', { name: 'Reconnect @harbour' }).click()
  await page.getByText('You signed in as flour, not harbour. Nothing changed.').waitFor()
  // The browser itself complains about every answer that is a refusal.
  await expect.poll(() => owner.browser.complaints).toEqual([expect.stringContaining('409')])
  forgiveRefusals(owner.browser, 409)()
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour')
  await page.getByRole('button', { name: 'Reconnect @harbour' }).click()
  await page.getByRole('heading', { level: 1, name: 'Connected again' }).waitFor()
  await page.getByText('Nothing waited for it.').waitFor()
})

test('an account names what would wait before it is disconnected', async () => {
  const { page, goTo } = owner
  const { data } = (
    await house.request('GET', '/v1/social-accounts?username=harbour', { key: house.testKey })
  ).json
  const body = {
    caption: 'Later',
    social_accounts: [data[0].id],
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  }
  expect((await house.request('POST', '/v1/posts', { key: house.testKey, body })).status).toBe(200)
  await goTo(`/accounts/${data[0].id}`)
  await page.getByText('up to 500 characters').waitFor()
  // A practice account has no sign-in that could end.
  expect(await page.getByRole('button', { name: 'Sign in again' }).count()).toBe(0)
  await page.getByText(/Next post/).waitFor()
  await expectUsable(owner.page)
  await page.getByRole('button', { name: 'Disconnect @harbour' }).click()
  await page.getByText(/The one post that is planned for it will wait/).waitFor()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await page.getByText('@harbour is disconnected.').waitFor()
})

test('the list says of each account how it does and what goes out next, in columns and on a phone', async () => {
  const { page, goTo } = owner
  const [pier] = (
    await house.request('GET', '/v1/social-accounts?username=east-pier', { key: house.testKey })
  ).json.data
  const at = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const body = { caption: 'From the pier', social_accounts: [pier.id], scheduled_at: at }
  expect((await house.request('POST', '/v1/posts', { key: house.testKey, body })).status).toBe(200)
  // More posts of another account come before it than one question tells.
  const [other] = (
    await house.request('GET', '/v1/social-accounts?username=west-pier', { key: house.testKey })
  ).json.data
  const times = Array.from({ length: 120 }, (_, index) =>
    new Date(Date.now() + index * 60_000 + hour).toISOString(),
  )
  await planMany(house, { account: other.id, platform: 'sandbox', times })
  await goTo('/accounts')
  const row = page.getByRole('row', { name: /East pier/ })
  await row.locator(`time[datetime="${at}"]`).waitFor()
  expect(await row.getByRole('cell').first().textContent()).toBe('Works.')
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Account',
    'Health',
    'Posts left',
    'Next post',
  ])
  await page.setViewportSize({ width: 360, height: 740 })
  const lineOf = async (words: string) => (await row.getByText(words, { exact: true }).boundingBox())?.y ?? 0
  expect(await lineOf('Sandbox')).toBe(await lineOf('@east-pier'))
  expect((await row.locator('time').boundingBox())?.y).toBeGreaterThan(await lineOf('Sandbox'))
  await page.setViewportSize({ width: 1280, height: 800 })
  // The whole row leads to its account.
  const cell = await row.locator('time').boundingBox()
  await page.mouse.click((cell?.x ?? 0) + 5, (cell?.y ?? 0) + 5)
  await page.getByRole('heading', { level: 1, name: 'East pier' }).waitFor()
  await page.getByRole('link', { name: /^Next post/ }).waitFor()
  await goTo('/accounts')
})

test('a time that has passed is told as one that was, and never as the next', async () => {
  const pier = await house.connect('sandbox', { name: 'Old pier' }, 'test')
  await house.db.run(sql`update social_accounts set status = 'needs_reconnect' where id = ${pier}`)
  /** Has a post wait for the account until its time has passed. */
  const miss = async (caption: string) => {
    const at = Date.now() + 1_500
    const body = { caption, social_accounts: [pier], scheduled_at: new Date(at).toISOString() }
    const answer = await house.request('POST', '/v1/posts', { key: house.testKey, body })
    expect(answer.status).toBe(200)
    const { id } = answer.json
    const status = async () =>
      (await house.request('GET', `/v1/posts/${id}`, { key: house.testKey })).json.status
    await expect.poll(async () => Date.now() > at && (await status()), { timeout: 20_000 }).toBe('held')
  }
  await miss('Too late')
  const { page, goTo, close } = await openApp(house, { path: '/needs-you' })
  const item = page.getByRole('listitem').filter({ hasText: 'Reconnect @old-pier' })
  await item.getByText(/^was due /).waitFor()
  await goTo(`/accounts/${pier}`)
  await page.getByText(/One post waits for it\. It was due on /).waitFor()
  await page.getByRole('button', { name: 'Disconnect @old-pier' }).click()
  await page.getByText(/The first was due /).waitFor()
  await expectUsable(page)
  await miss('Too late as well')
  await goTo('/needs-you')
  await item.getByText(/^the first was due /).waitFor()
  await goTo(`/accounts/${pier}`)
  await page.getByText(/2 posts wait for it\. The first was due on /).waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await goTo('/needs-you')
  await expectUsable(page)
  await close()
})

test('a network says by which ways one connects, and what it lacks only once', async () => {
  const { page, close } = await openApp(house, { path: '/accounts/connect', mode: 'live' })
  await page.getByText('You sign in there, or with an app password').waitFor()
  await page.getByText('You sign in there, or with an access token').first().waitFor()
  const wanting = page.getByRole('region', { name: "Needs your app's credentials" })
  expect(await wanting.getByRole('link').count()).toBeGreaterThan(3)
  expect(await wanting.getByText(/credentials/).count(), 'the title and the sentence below it').toBe(2)
  // Two ways that lack an app of the operator are one sentence.
  await page.getByRole('link', { name: /^Instagram/ }).click()
  const missing = page.getByRole('region', { name: 'What is missing' })
  await missing.getByText("Instagram needs an app of this server's operator.").waitFor()
  expect(await missing.getByText(/needs an app/).count()).toBe(1)
  await expectUsable(page)
  await page.goBack()
  // The only page to sign in on is named by its network, whatever the way is called there.
  await page.getByRole('link', { name: /^Misskey/ }).click()
  await page.getByRole('radio', { name: 'Sign in at Misskey' }).waitFor()
  await page.getByRole('radio', { name: 'With an access token' }).waitFor()
  await close()
})

test('networks stand in the order of their names, and each leads to its guide', async () => {
  const { page, goTo, browser, close } = await openApp(house, { path: '/accounts/connect', mode: 'live' })
  await page.getByText('With the token of a bot or the address of a webhook').waitFor()
  const wanting = page.getByRole('region', { name: "Needs your app's credentials" }).getByRole('link')
  const names = await wanting.allInnerTexts()
  // The id of X begins with another letter.
  expect(names.slice(-2)).toEqual(['X', 'YouTube'])
  await goTo('/accounts/connect/discord')
  for (const way of ['With the token of a bot', 'With the address of a webhook'])
    await page.getByRole('radio', { name: way }).waitFor()
  const guide = page.getByRole('link', { name: 'Guide for Discord' })
  const opened = browser.context.waitForEvent('page')
  await guide.click()
  const tab = await opened
  await tab.getByRole('heading', { level: 1, name: 'Discord' }).waitFor()
  await tab.close()
  // A network that is not ready has one too.
  await goTo('/accounts/connect/reddit')
  await page.getByText('Not ready on this server').waitFor()
  await page.getByRole('link', { name: 'Guide for Reddit' }).waitFor()
  await close()
})

test('the ways to connect are whole phrases in other languages', async () => {
  const device = { ...desktop, locale: 'de-DE' }
  const { page, close } = await openApp(house, { path: '/accounts/connect/sandbox', device })
  await page.getByRole('radio', { name: 'Mit einem Namen' }).waitFor()
  await close()
})

test('a link lets somebody else connect an account, and can be revoked', async () => {
  const { page } = owner
  await page.getByRole('button', { name: 'Make a link' }).click()
  await page.getByLabel('Who asks').fill('Harbour Agency')
  await page.getByRole('button', { name: 'Make the link' }).click()
  const url = (await page.getByRole('dialog').getByRole('figure').locator('code').textContent()) ?? ''
  expect((await house.request('GET', url, { key: null })).text).toContain('Harbour Agency')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke link' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Revoke' }).count()).toBe(0)
})

test('a viewer sees accounts and no way to change them', async () => {
  const { page, close } = await openApp(house, { path: '/accounts', role: 'viewer' })
  await page.getByText('@east-pier').waitFor()
  expect(await page.getByRole('button', { name: /Connect|Make a link/ }).count()).toBe(0)
  await close()
})
