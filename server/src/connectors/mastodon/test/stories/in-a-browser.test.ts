import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { type FakeMastodon, startFakeMastodon } from '../fake.ts'
import { type Snac, startSnac } from '../servers/start-snac.ts'
import { type MastodonHouse, openMastodonHouse } from './house.ts'

let room: MastodonHouse
let fake: FakeMastodon
let browser: Chromium

beforeAll(async () => {
  room = await openMastodonHouse()
  fake = await startFakeMastodon({ variant: 'mastodon-fixed' })
})
afterAll(async () => {
  await room.stop()
  await fake.close()
})

beforeEach(skipWithout('chromium'))
beforeEach(async () => {
  if (isHere('chromium')) browser = await startChromium()
})
afterEach(() => browser?.close())

const connect = '/v1/social-accounts/connect'
const begin = async (instance: string) => {
  const body = { platform: 'mastodon', way: 'oauth', fields: { instance } }
  return (await room.request('POST', connect, { body })).json
}
const usernames = async () =>
  (await room.request('GET', '/v1/social-accounts')).json.data.map(
    (account: { username: string }) => account.username,
  )

test('a person connects an account on the page of their server', async () => {
  const begun = await begin(fake.url)
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to Mastodon' }).click()
  await page.waitForURL(`${fake.url}/oauth/authorize?**`)
  await browser.screenshot(page, 'mastodon-consent')
  await page.getByLabel('Signed in as').selectOption('bob')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL(begun.url)
  expect(await page.getByRole('heading').textContent()).toBe('Connected')
  await browser.screenshot(page, 'mastodon-connected')
  expect(await usernames()).toContain(`bob@${new URL(fake.url).host}`)
  expect(browser.complaints).toEqual([])
})

test('a person who unticks what publishing needs reads what is missing', async () => {
  const begun = await begin(fake.url)
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to Mastodon' }).click()
  await page.getByLabel('write:statuses').uncheck()
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL(begun.url)
  expect(await page.textContent('main')).toContain('write:statuses is missing')
  await browser.screenshot(page, 'mastodon-less')
})

test('a person logs in on a real snac2 and comes back connected', async ({ skip }) => {
  skip(!isHere('snac server'), 'there is no snac server')
  const snac: Snac = await startSnac()
  const password = snac.addPerson('carol')
  const begun = await begin(snac.url)
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to Mastodon' }).click()
  await page.locator('input[name=login]').fill('carol')
  await page.locator('input[name=passwd]').fill(password)
  await page.getByRole('button', { name: 'OK' }).click()
  await page.waitForURL(begun.url)
  expect(await page.textContent('main')).toContain(`carol@${new URL(snac.url).host} on Mastodon`)
  expect(await usernames()).toContain(`carol@${new URL(snac.url).host}`)
  await snac.stop()
})
