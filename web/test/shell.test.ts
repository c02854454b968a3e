import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { newId } from '../../server/src/lib/id.ts'
import { newPerson } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { appUrl, desktop, openApp, phone } from './open-app.ts'
import { openStranger } from './stranger.ts'

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

test('a person has a place in the side bar, with their colours, their keys and the way out', async () => {
  const { page, email, close } = await openApp(house)
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  const person = page.getByRole('navigation').getByRole('button', { name: email })
  await person.click()
  const menu = page.getByRole('menu', { name: 'You' })
  await menu.waitFor()
  await expectAccessible(page)
  expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
    'Profile',
    'Security',
    'Keyboard shortcuts?',
    'Sign out',
  ])
  // A letter chooses in the menu, and does nothing in the page behind it.
  await page.keyboard.press('s')
  expect(await focused(page)).toBe('Security')
  await page.keyboard.press('s')
  expect(await focused(page)).toBe('Sign out')
  await page.keyboard.press('c')
  expect(new URL(page.url()).pathname).toBe('/calendar')
  await menu.getByRole('menuitemradio', { name: 'Dark' }).click()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await person.click()
  expect(await menu.getByRole('menuitemradio', { name: 'Dark' }).getAttribute('aria-checked')).toBe('true')
  await menu.getByRole('menuitemradio', { name: 'As the device' }).click()
  await person.click()
  await menu.getByRole('menuitem', { name: /^Keyboard shortcuts/ }).click()
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.getByRole('option', { name: /^In the calendar: open the day/ }).waitFor()
  await page.keyboard.press('Escape')
  await person.click()
  await menu.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await close()
})

test('the palette goes to every setting and does what has a button', async () => {
  const { page, close } = await openApp(house)
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  const ask = async (words: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search/ }).fill(words)
  }
  for (const name of ['Team', 'Security', 'Profile', 'Notifications', 'Webhooks']) {
    await ask(name)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  await ask('connect')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Connect account' }).waitFor()
  const choosing = page.waitForEvent('filechooser')
  await ask('upload')
  await page.keyboard.press('Enter')
  await choosing
  await page.getByRole('heading', { level: 1, name: 'Media library' }).waitFor()
  await ask('pause')
  await page.getByRole('option', { name: 'Pause the queue' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Paused. New posts get no slots.').waitFor()
  await ask('resume')
  await page.getByRole('option', { name: 'Resume the queue' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('New posts get slots again.').waitFor()
  await ask('switch')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Where you work' }).waitFor()
  await page.keyboard.press('Escape')
  await ask('sign out')
  await page.keyboard.press('Enter')
  await page.getByText('You are signed out.').waitFor()
  await close()
})

test('a viewer is offered nothing in the palette that they may not do', async () => {
  const { page, close } = await openApp(house, { role: 'viewer' })
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  const names = await page.getByRole('option').allTextContents()
  expect(names).toContain('Go to Team')
  expect(names.filter((name) => /Connect|Upload|queue$|Networks|New post/.test(name))).toEqual([])
  await close()
})

test('a viewer has no place to begin a post, and pages that are not theirs say so below their title', async () => {
  const person = await newPerson(house, 'viewer')
  for (const device of [desktop, phone]) {
    const { page, goTo, close } = await openApp(house, { person, device })
    await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
    await page.locator('[role=gridcell]').first().waitFor()
    expect(await page.locator('a[href*="/posts/new"]').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'New post' }).count()).toBe(0)
    await page.keyboard.press('c')
    await page.keyboard.press('n')
    expect(new URL(page.url()).pathname).toBe('/calendar')
    for (const path of ['/accounts/connect', `/build/webhooks/${newId()}`]) {
      await goTo(path)
      await page.getByText('Your role here is viewer, which may not use this.').waitFor()
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    }
    await expectAccessible(page)
    await expectFits(page)
    if (device === phone) {
      const bar = await page.getByRole('navigation').boundingBox()
      const last = await page.getByRole('navigation').getByRole('link', { name: 'More' }).boundingBox()
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo((bar?.x ?? 0) + (bar?.width ?? 0), 0)
    }
    await close()
  }
})

test('a page that could not begin is begun again by its button', async () => {
  const { page, browser, close } = await openStranger(house, '/icon.svg')
  const problem = JSON.stringify({ status: 403, code: 'forbidden', title: 'No', detail: 'Not now.' })
  const refusal = { status: 403, contentType: 'application/problem+json', body: problem }
  const failing = (route: Route) => route.fulfill(refusal)
  await page.route('**/app/setup', failing)
  await page.goto(`${appUrl(house)}/sign-in`)
  await page.getByRole('heading', { level: 1, name: 'Crier' }).waitFor()
  await expectAccessible(page)
  await page.unroute('**/app/setup', failing)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  // React tells of what it caught.
  browser.forgive(/^PermissionError/)
  await close()
})

test('one place of the side bar is marked as the one that is open', async () => {
  const { page, goTo, close } = await openApp(house)
  const current = () =>
    page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]').allTextContents()
  for (const [path, title, place] of [
    ['/settings/api-keys', 'API keys', 'API keys'],
    ['/settings/profile', 'Profile', 'Settings'],
    ['/accounts/connect', 'Connect account', 'Accounts'],
  ] as const) {
    await goTo(path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await current()).toEqual([place])
  }
  await close()
})

test('pages begin at one line, are of two widths, and show one filled button beside their title', async () => {
  const { page, goTo, close } = await openApp(house)
  const measure = `(() => {
    const [main, bar] = [document.querySelector('main'), document.querySelector('header')]
    const page = main.firstElementChild
    const inner = getComputedStyle(page)
    const filled = [...document.querySelectorAll('header [data-variant=filled]')].filter((each) => each.offsetWidth > 0)
    return {
      width: Math.round(document.querySelector('main h1').closest('div:has(> header)').getBoundingClientRect().width),
      bar: Math.round(bar.getBoundingClientRect().right),
      heights: [...new Set([...document.querySelectorAll('header button')].map((each) => each.offsetHeight))],
      filled: filled.length,
    }
  })()`
  const widths = new Set<number>()
  for (const path of [
    '/calendar',
    '/accounts',
    '/queue',
    '/library',
    '/settings/api-keys',
    '/settings/team',
  ]) {
    await goTo(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const found = (await page.evaluate(measure)) as {
      width: number
      bar: number
      heights: number[]
      filled: number
    }
    widths.add(found.width)
    expect([path, found.bar, found.heights, found.filled <= 1]).toEqual([path, 1280, [32], true])
  }
  expect(widths.size).toBeLessThanOrEqual(2)
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
  const groups = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(groups).toEqual(['Work', 'Build', 'You'])
  // The bar has these already.
  for (const name of ['Calendar', 'Needs you', 'Drafts'])
    expect(await page.getByRole('main').getByRole('link', { name }).count()).toBe(0)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await close()
})

test('a part that cannot be loaded leaves the page, and the pages after it', async () => {
  const { page, browser, close } = await openApp(house, { path: '/more' })
  await page.getByRole('heading', { level: 1, name: 'More' }).waitFor()
  // A server of another version has none of the files that the page asks for next.
  const gone = { status: 404, contentType: 'application/problem+json', body: '{}' }
  const isMissed = page.waitForResponse((answer) => answer.status() === 404)
  await page.route('**/assets/files-under-way-*', (route) => route.fulfill(gone))
  await page.reload()
  await isMissed
  await page.getByRole('heading', { level: 1, name: 'More' }).waitFor()
  await page.route('**/assets/*', (route) => route.fulfill(gone))
  await page.keyboard.press('Control+k')
  const words = 'A part of this page could not be loaded.'
  const message = page.getByRole('group').filter({ hasText: words })
  await message.getByRole('button', { name: 'Load again' }).waitFor()
  await page.getByRole('heading', { level: 1, name: 'More' }).waitFor()
  await message.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Queue' }).click()
  const trouble = page.getByRole('main').getByRole('alert').filter({ hasText: words })
  await trouble.waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'More' }).waitFor()
  expect(await trouble.count()).toBe(0)
  browser.forgive(/404|preload CSS|Failed to fetch/)
  await close()
})

test('a page that could not be loaded without a network comes by itself once there is one', async () => {
  const { page, browser, close } = await openApp(house, { path: '/more' })
  await page.getByRole('heading', { level: 1, name: 'More' }).waitFor()
  // Its code is loaded when it is first opened, as after a pause of the network.
  await page.route('**/assets/*', (route) => route.abort('internetdisconnected'))
  await browser.context.setOffline(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Analytics' }).click()
  const trouble = page.getByRole('main').getByRole('alert')
  await trouble.getByText('A part of this page could not be loaded.').waitFor()
  const { x = 0 } = (await trouble.boundingBox()) ?? {}
  const { x: edge = 0 } = (await page.getByRole('main').boundingBox()) ?? {}
  expect(x - edge, 'the space around it').toBeGreaterThan(8)
  await page.unroute('**/assets/*')
  await browser.context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor()
  browser.forgive(/ERR_INTERNET_DISCONNECTED|Failed to fetch|preload CSS/)
  await close()
})

test('the app opens without a network, and says so', async () => {
  const { page, browser, goTo, close } = await openApp(house, { keepsFiles: true })
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  // The page of a first visit is kept too, so that a reload does not end it.
  const isKept = 'caches.open("crier-page").then((kept) => kept.keys()).then((all) => all.length)'
  await expect.poll(() => page.evaluate(isKept)).toBe(1)
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
  // The network itself was away; nothing else was complained about.
  browser.forgive(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await close()
})

test('every room of the app opens without a network', () => {
  const source = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
  const rooms = source('src/router.tsx').match(/(?<=')\/[a-z-]+(?=[/'])/g) ?? []
  // A program asks for access over the network, and waits for the answer.
  const asked = new Set(rooms.filter((room) => room !== '/authorize'))
  expect([...asked]).toContain('/recurrences')
  const kept = new RegExp(/(?<=^ {2}\/)\^.*(?=\/$)/m.exec(source('public/sw.js'))?.[0] ?? '')
  expect([...asked].filter((room) => !kept.test(room))).toEqual([])
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
