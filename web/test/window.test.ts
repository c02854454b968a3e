import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { desktop, openApp } from './open-app.ts'
import { openStranger } from './stranger.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (isHere('chromium')) house = await startHouse({ hasUsualUrl: true, worker: false })
})
afterAll(() => house?.stop())

// A device of no other test, so that the window is that of the person before.
const device = { ...desktop, viewport: { width: 1281, height: 801 } }

/** Everything that a page, or the server behind it, could tell one person by from the next. */
const traces = `(async () => ({
  local: { ...localStorage },
  session: { ...sessionStorage },
  databases: await indexedDB.databases(),
  caches: await caches.keys(),
  cookies: document.cookie,
  name,
  isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  size: [innerWidth, innerHeight],
}))()`

test('who goes on in the window of another finds nothing of them, and is heard by none of their tests', async () => {
  const first = await openStranger(house, '/icon.svg', device)
  const untouched = await first.page.evaluate(traces)
  const { page } = first
  await page.evaluate(`(async () => {
    localStorage.setItem('mine', '1')
    sessionStorage.setItem('mine', '1')
    await new Promise((resolve) => (indexedDB.open('mine').onsuccess = resolve))
    await caches.open('mine')
    document.cookie = 'mine=1'
    window.name = 'mine'
  })()`)
  const heard: string[] = []
  page.on('request', (request) => heard.push(request.url()))
  await page.route('**/icon.svg', (route) => route.abort())
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 700, height: 500 })
  const second = await first.browser.open(page.url().replace('icon.svg', 'healthz'))
  await first.close()
  expect(second.isClosed()).toBe(true)
  const before = heard.length

  const next = await openStranger(house, '/icon.svg', device)
  expect(next.page).toBe(page)
  expect(await next.page.evaluate(traces)).toEqual(untouched)
  expect(heard.length).toBe(before)
  // A test may close what it closed before.
  await first.close()
  await next.goTo('/sign-in')
  await next.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await next.close()
})

test('the app is opened there by somebody else, whose script is not that of the person before', async () => {
  const first = await openApp(house, { path: '/settings/profile', device })
  await first.page.getByRole('heading', { level: 1 }).waitFor()
  await first.close()
  const stranger = await openStranger(house, '/icon.svg', device)
  expect(stranger.page).toBe(first.page)
  expect(await stranger.page.evaluate('({ ...localStorage })')).toEqual({})
  expect(await stranger.page.evaluate(`fetch('/app/me').then(({ status }) => status)`)).toBe(401)
  await stranger.browser.close()
})

test('nobody goes on in a window of which more was changed', async () => {
  const changes = [
    async ({ page }: Changed) => void (await page.addInitScript('globalThis.mine = 1')),
    async ({ page }: Changed) => void (await page.context().newCDPSession(page)),
    async ({ browser }: Changed) => void (await browser.context.grantPermissions(['clipboard-read'])),
  ]
  for (const change of changes) {
    const first = await openStranger(house, '/icon.svg', device)
    await change(first)
    await first.close()
    expect(first.page.isClosed()).toBe(true)
  }
})

type Changed = Awaited<ReturnType<typeof openStranger>>
