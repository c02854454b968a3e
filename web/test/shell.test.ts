import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { openApp, phone } from './open-app.ts'

let house: House
const focused = (page: Page) => page.evaluate('document.activeElement.textContent') as Promise<string>

beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (isHere('chromium')) house = await startHouse({ hasUsualUrl: true })
})
afterAll(() => house?.stop())

test('the frame of the app leads everywhere, by mouse and by keys, and the focus goes along', async () => {
  const { page, close } = await openApp(house)
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  expect(await page.title()).toBe('Calendar · Crier')
  await page.getByRole('link', { name: 'Drafts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  await expect.poll(() => focused(page)).toBe('Drafts')
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor()
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox').waitFor({ state: 'detached' })
  expect(await focused(page), 'back to what opened it').toContain('Search')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('media')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await close()
})

test('Ctrl+Z takes back typing in a field, and the last action elsewhere', async () => {
  const { page, close } = await openApp(house, { path: '/settings/profile' })
  const name = page.getByLabel('Your name')
  await name.click()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Control+z')
  expect(await name.inputValue()).toBe('')
  await close()
})

test('the frame fits a phone', async () => {
  const { page, close } = await openApp(house, { device: phone })
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await close()
})

test('the app opens without a network, and says so', async () => {
  const { page, browser, goTo } = await openApp(house, { keepsFiles: true })
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  // Files that were loaded before the worker was there are kept the next time.
  await goTo('/drafts')
  await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  await browser.context.setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await page.reload()
  await page
    .getByText(/We can't reach your Crier|You are offline/)
    .first()
    .waitFor()
  await browser.context.setOffline(false)
  await browser.close()
  // The network itself was away; nothing else was complained about.
  expect(
    browser.complaints.filter((words) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(words)),
  ).toEqual([])
})

test('colours, language and clock are those of the person and the workspace', async () => {
  const device = {
    viewport: { width: 1280, height: 800 },
    locale: 'de-DE',
    timezoneId: 'Asia/Tokyo',
    colorScheme: 'dark' as const,
  }
  const { page, close } = await openApp(house, { device })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  expect(await page.evaluate('document.documentElement.lang')).toBe('de')
  expect(await page.locator('header time').first().textContent()).toMatch(/^\d\d:\d\d$/)
  await expectAccessible(page)
  await close()
})
