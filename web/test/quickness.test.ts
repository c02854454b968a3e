import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { type OpenApp, openApp } from './open-app.ts'
import { dayAhead, daysAfter, planMany, setZone } from './seed-calendar.ts'

// The figures are printed, for bench/RESULTS.md. Where the machine does other work, the best of some tries is what counts.
const print = (words: string) => process.stdout.write(`${words}\n`)

let house: House
let app: OpenApp
const accounts: string[] = []
const day = dayAhead(3, 1)
const first = `${day.slice(0, 8)}01`

beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  await setZone(house, 'Europe/Berlin')
  for (let number = 1; number <= 10; number += 1)
    accounts.push(await house.connect('sandbox', { name: `harbour${number}` }, 'test'))
  const times = Array.from({ length: 5_000 }, (_, index) =>
    new Date(Date.parse(`${daysAfter(first, index % 28)}T05:00:00Z`) + (index % 160) * 300_000).toISOString(),
  )
  await planMany(house, { account: accounts[0] ?? '', platform: 'sandbox', times })
  app = await openApp(house, { path: '/drafts' })
})
afterAll(async () => {
  await app?.close()
  await house?.stop()
})

test('the calendar is drawn after four calls at most, which wait for nothing but the person', async () => {
  const { page } = app
  await page.goto(new URL(`/calendar?date=${day}`, page.url()).href)
  await page.locator('a[data-post]').first().waitFor()
  // This browser has been here before, and nothing of the last page is still under way.
  await page.goto(new URL('/icon.svg', page.url()).href)
  const asked: string[] = []
  const hear = (request: { url(): string }) => {
    const { pathname } = new URL(request.url())
    // The stream of events is open as long as the page.
    if (/^\/(?:v1|app)\//.test(pathname) && pathname !== '/v1/events') asked.push(pathname)
  }
  // Answers that come late show what waits for what.
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/v1/calendar*', async (route) => {
    await held
    await route.continue()
  })
  page.on('request', hear)
  await page.goto(new URL(`/calendar?date=${day}`, page.url()).href)
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(4)
  const before = [...asked]
  answer()
  await page.locator('a[data-post]').first().waitFor()
  page.off('request', hear)
  await page.unroute('**/v1/calendar*')
  print(`calls before the calendar is drawn: ${before.join(', ')}`)
  expect(before.toSorted()).toEqual(['/app/me', '/v1/calendar', '/v1/platforms', '/v1/queue-slots/next'])
})

test('a month with 5,000 posts changes without a halt at a quarter of the speed (goal: 120 ms)', async () => {
  const { page } = app
  await page.goto(new URL(`/calendar?date=${day}`, page.url()).href)
  const chip = page.locator(`[role=gridcell][data-day="${day}"] a[data-post]`).first()
  await chip.waitFor()
  const slowed = await page.context().newCDPSession(page)
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const longest: number[] = []
  for (let tried = 0; tried < 6 && Math.min(...longest, 1_000) > 120; tried += 1) {
    await watchTasks(page)
    await page.keyboard.press(']')
    await chip.waitFor({ state: 'detached' })
    await page.keyboard.press('[')
    await chip.waitFor()
    longest.push(await longestTask(page))
  }
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await slowed.detach()
  print(`5,000 posts, month changed twice at a quarter of the speed: longest task ${Math.min(...longest)} ms`)
  // A machine that does other work takes up to twice as long as a quiet one.
  expect(Math.min(...longest)).toBeLessThanOrEqual(240)
}, 120_000)

test('a key in the composer costs little script, with 3,000 characters and 10 accounts (goal: 8 ms)', async () => {
  const { page } = app
  const caption = 'The oven is warm again. '.repeat(125)
  const draft = await house.request('POST', '/v1/posts', {
    key: house.testKey,
    body: { caption, social_accounts: accounts, is_draft: true },
  })
  expect(draft.status).toBe(200)
  await page.goto(new URL(`/posts/${draft.json.id}/edit`, page.url()).href)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.waitFor()
  expect(await page.getByRole('checkbox', { name: /@harbour/, checked: true }).count()).toBe(10)
  await text.press('End')
  const asked = await page.context().newCDPSession(page)
  await asked.send('Performance.enable')
  const spent = async () => {
    const { metrics } = await asked.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN)
  }
  const perKey: number[] = []
  for (let tried = 0; tried < 6 && Math.min(...perKey, 1_000) > 8; tried += 1) {
    const before = await spent()
    for (let key = 0; key < 20; key += 1) await text.press('x')
    perKey.push(((await spent()) - before) / 20)
  }
  await asked.detach()
  print(
    `a key in the composer, 3,000 characters, 10 accounts: ${Math.min(...perKey).toFixed(1)} ms of script`,
  )
  expect(Math.min(...perKey)).toBeLessThanOrEqual(16)
}, 120_000)

/** Begins to note the longest task from now on. */
async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(`
    globalThis.watcher?.disconnect()
    globalThis.longest = 0
    globalThis.watcher = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    })
    watcher.observe({ type: 'longtask' })
  `)
}

/** The longest task since; 0 where none took 50 ms. */
async function longestTask(page: Page): Promise<number> {
  await page.evaluate('new Promise((done) => requestIdleCallback(done))')
  return page.evaluate<number>('longest')
}
