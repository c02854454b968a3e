import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../browser/chromium.ts'
import { startBrowser } from '../browser.ts'
import { type House, startHouse } from '../house.ts'
import { agreeOnly, beginSignIn } from '../sign-in.ts'

let house: House
let browser: Chromium

beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

beforeEach(skipWithout('chromium'))
beforeEach(async () => {
  if (isHere('chromium')) browser = await startChromium()
})
afterEach(() => browser?.close())

const attemptOf = async (id: string) => (await house.request('GET', `/v1/social-accounts/connect/${id}`)).json

test('a person connects an account by three presses of a button', async () => {
  const begun = await beginSignIn(house)
  const page = await browser.open(begun.url)
  expect(await page.getByRole('heading').textContent()).toBe('Connect an account on Sandbox')
  await browser.screenshot(page, 'connect')
  await page.getByRole('button', { name: 'Continue to Sandbox' }).click()
  await page.waitForURL(`${house.url}/sandbox/sign-in/**`)
  await browser.screenshot(page, 'sandbox-consent')
  await page.getByLabel('Your profiles').fill('By hand')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(begun.url)
  expect(await page.getByRole('heading').textContent()).toBe('Connected')
  expect(await page.textContent('main')).toContain('by-hand on Sandbox')
  await browser.screenshot(page, 'connected')
  expect((await attemptOf(begun.id)).status).toBe('connected')
  expect(browser.visited.some((url) => url.startsWith(`${house.url}/oauth/callback/sandbox?code=`))).toBe(
    true,
  )
  expect(browser.complaints).toEqual([])
})

test('a person chooses among profiles, and the address with the code is not in the history', async () => {
  const begun = await beginSignIn(house)
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to Sandbox' }).click()
  await page.getByLabel('Your profiles').fill('East pier\nWest pier\nNorth pier')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(begun.url)
  await browser.screenshot(page, 'choose')
  const boxes = page.getByRole('checkbox')
  expect(await boxes.count()).toBe(3)
  expect(await page.getByLabel('East pier').isChecked()).toBe(true)
  await page.getByLabel('North pier').check()
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(await page.textContent('main')).toContain('east-pier and north-pier on Sandbox')
  await page.goBack()
  expect(page.url()).not.toContain('code=')
  expect(browser.complaints).toEqual([])
})

test('a person who says no reads it on our page', async () => {
  const begun = await beginSignIn(house)
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to Sandbox' }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.waitForURL(begun.url)
  expect(await page.getByRole('heading').textContent()).toBe('Not connected')
  expect(await page.textContent('main')).toContain('Nothing was connected')
  await browser.screenshot(page, 'not-connected')
  expect(browser.complaints).toEqual([])
})

test('a callback in another person’s browser connects nothing', async () => {
  const begun = await beginSignIn(house)
  const stolen = await agreeOnly(startBrowser(), begun.url, { names: ['Mine'] })
  const page = await browser.open(stolen)
  expect(await page.textContent('main')).toContain('begun in another browser')
  await browser.screenshot(page, 'another-browser')
  expect(await attemptOf(begun.id)).toMatchObject({ status: 'waiting', social_accounts: [] })
})
