import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { openApp, phone } from './open-app.ts'
import { openStranger } from './stranger.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (isHere('chromium')) house = await startHouse({ hasUsualUrl: true, worker: false })
})
afterAll(() => house?.stop())

test('the frame stands before the code of the app is there, where somebody may be signed in', async () => {
  const app = await openApp(house, { path: '/calendar' })
  const { page } = app
  const side = page.getByRole('navigation', { name: 'Main' })
  await side.waitFor()
  const mark = await page.locator('[class*=initial]').first().boundingBox()
  const first = await holdCode(page)
  await page.reload({ waitUntil: 'commit' })
  const frame = page.locator('.arriving')
  await frame.waitFor()
  // Nothing moves when the app takes its place.
  expect(await frame.locator('svg').first().boundingBox()).toEqual(mark)
  first.go()
  await side.waitFor()
  expect(await frame.isVisible()).toBe(false)
  await page.setViewportSize(phone.viewport)
  const search = await page
    .getByRole('button', { name: /^Search/ })
    .locator('svg')
    .boundingBox()
  const second = await holdCode(page)
  await page.reload({ waitUntil: 'commit' })
  await frame.waitFor()
  expect(await frame.locator('svg').last().boundingBox()).toEqual(search)
  second.go()
  await frame.waitFor({ state: 'hidden' })
  await app.close()
})

/** Keeps the code of the app away from a page until it may go. */
const holdCode = (page: Page) => hold(page, '**/assets/index-*.js')

/** Keeps a file away from a page until it may go. */
async function hold(page: Page, file: string): Promise<{ go: () => void }> {
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(file, async (route) => {
    await held
    await route.continue()
  })
  return { go: () => go() }
}

test('nobody else sees a frame', async () => {
  const stranger = await openStranger(house, '/sign-in')
  await stranger.page.route('**/assets/index-*.js', (route) => route.abort())
  await stranger.page.reload({ waitUntil: 'domcontentloaded' })
  expect(await stranger.page.locator('.arriving').isVisible()).toBe(false)
  await stranger.browser.close()
})

test('the code is fetched and compiled ahead, and runs once the frame is on the screen', async () => {
  const app = await openApp(house, { path: '/calendar' })
  const { page } = app
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  // Without its styles a page draws nothing.
  const styles = await hold(page, '**/assets/index-*.css')
  const fetched = page.waitForResponse(/\/assets\/index-[^/]+\.js$/)
  await page.reload({ waitUntil: 'commit' })
  expect(await (await fetched).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  const script = page.locator('script[src*="/assets/index-"]')
  expect(await script.count()).toBe(0)
  styles.go()
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  expect(await script.count()).toBe(1)
  await app.close()
})
