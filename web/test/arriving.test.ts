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
async function holdCode(page: Page): Promise<{ go: () => void }> {
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/assets/index-*.js', async (route) => {
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

test('the code runs once the frame is on the screen, and is compiled ahead', async () => {
  const app = await openApp(house, { path: '/calendar' })
  await app.page.addInitScript(`
    new MutationObserver(() => {
      const script = document.querySelector('script[src*="/assets/index-"]')
      if (script) globalThis.codeBegan ??= performance.now()
    }).observe(document, { childList: true, subtree: true })`)
  await app.page.reload()
  await app.page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  const drawn = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
  const [began, first] = await app.page.evaluate<[number, number]>(`[globalThis.codeBegan, ${drawn}]`)
  expect(began).toBeGreaterThanOrEqual(first)
  const code = 'document.querySelector(\'link[data-code][href*="/assets/index-"]\').href'
  const text = await app.page.evaluate<string>(`fetch(${code}).then((answer) => answer.text())`)
  expect(text).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  await app.close()
})
