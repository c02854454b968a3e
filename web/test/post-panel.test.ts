import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { desktop, openApp, phone } from './open-app.ts'
import { dayAhead, daysAfter, plan, setZone, timeOf } from './seed-calendar.ts'

let house: House
let harbour: string
let first: string
let second: string
const monday = dayAhead(1, 1)
const tuesday = daysAfter(monday, 1)

beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  await setZone(house, 'Europe/Berlin')
  harbour = await house.connect('sandbox', { name: 'harbour' }, 'test')
  first = await plan(house, { caption: 'Bread list', at: `${monday}T07:00:00Z`, accounts: [harbour] })
  second = await plan(house, { caption: 'Open late', at: `${tuesday}T07:00:00Z`, accounts: [harbour] })
})
afterAll(() => house?.stop())

const panel = (page: Page) => page.getByRole('dialog', { name: 'Scheduled' })
const chip = (page: Page, id: string) => page.locator(`[role=grid] a[data-post="${id}"]`)
const focused = (page: Page) =>
  page.evaluate(
    'document.activeElement.dataset.post ?? document.activeElement.textContent',
  ) as Promise<string>
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

test('a post opens over the calendar, which stays as it is; Escape and Back close it', async () => {
  const address = `/calendar?view=week&date=${monday}&account=${harbour}`
  const { page, close } = await openApp(house, { path: address })
  await page.setViewportSize({ width: 1280, height: 800 })
  await chip(page, first).click()
  await panel(page).getByText('Bread list').waitFor()
  expect(pathOf(page)).toBe(`/posts/${first}`)
  await expect.poll(() => page.title()).toContain('Scheduled')
  await expect.poll(() => focused(page)).toBe('Scheduled')
  expect(await chip(page, first).getAttribute('aria-current')).toBe('true')
  expect(await page.getByRole('radio', { name: 'Week' }).isChecked()).toBe(true)
  await expectAccessible(page)
  await expectFits(page)
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe(address)
  await expect.poll(() => focused(page)).toBe(first)
  await expect.poll(() => page.title()).toContain('Calendar')
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.keyboard.press('Enter')
  await panel(page).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  // Another chip takes the place of the one that is open, and Back closes at once.
  await page.keyboard.press('j')
  await panel(page).getByText('Open late').waitFor()
  expect(pathOf(page)).toBe(`/posts/${second}`)
  await page.keyboard.press('k')
  await panel(page).getByText('Bread list').waitFor()
  await panel(page).getByRole('button', { name: 'Next post' }).click()
  await panel(page).getByText('Open late').waitFor()
  await page.goBack()
  await panel(page).waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe(address)
  await expect.poll(() => focused(page)).toBe(second)
  await close()
})

test('a panel is a page after a reload and in a narrow window, and its link leads to the page', async () => {
  const { page, close } = await openApp(house, { path: `/calendar?date=${monday}` })
  const heading = page.getByRole('heading', { level: 1, name: 'Scheduled' })
  await chip(page, first).click()
  await panel(page).waitFor()
  await page.reload()
  await heading.waitFor()
  expect(await page.getByRole('grid').count()).toBe(0)
  await page.goBack()
  await chip(page, first).click()
  await panel(page).getByRole('link', { name: 'Open as a page' }).click()
  await heading.waitFor()
  await page.goBack()
  await panel(page).waitFor()
  await page.setViewportSize({ width: 900, height: 700 })
  await heading.waitFor()
  expect(pathOf(page)).toBe(`/posts/${first}`)
  await page.goBack()
  await chip(page, first).click()
  await heading.waitFor()
  await close()
})

test('a post that is deleted in the panel closes it and leaves the calendar where it was', async () => {
  const gone = await plan(house, { caption: 'Short life', at: `${monday}T09:00:00Z`, accounts: [harbour] })
  const { page, close } = await openApp(house, { path: `/calendar?view=list&date=${monday}` })
  await page.locator(`a[data-post="${gone}"]`).click()
  await panel(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete post' }).click()
  await panel(page).waitFor({ state: 'detached' })
  await page.locator(`a[data-post="${gone}"]`).waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe(`/calendar?view=list&date=${monday}`)
  await close()
})

test('a post is moved to a time that is said in words, in the language of the person', async () => {
  const post = await plan(house, {
    caption: 'Moved by words',
    at: `${monday}T10:30:00Z`,
    accounts: [harbour],
  })
  const inBerlin = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  })
  const wall = async () => inBerlin.format(new Date(await timeOf(house, post)))
  const tomorrow = inBerlin.format(Date.now() + 86_400_000).slice(0, 10)
  const english = await openApp(house, {
    path: `/calendar?view=list&date=${monday}`,
    device: { ...desktop, timezoneId: 'Asia/Tokyo' },
  })
  const { page } = english
  const open = async () => {
    await page.locator(`[data-menu="${post}"]`).click()
    await page.getByRole('menuitem', { name: 'Move…' }).click()
  }
  const dialog = page.getByRole('dialog')
  const words = dialog.getByRole('textbox', { name: 'In words' })
  await open()
  await expect.poll(() => page.evaluate('document.activeElement.placeholder')).toBe('tomorrow 9am')
  await words.fill('when it is ready')
  await dialog.getByText('Not understood.').waitFor()
  await words.press('Enter')
  await dialog.getByRole('alert').waitFor()
  expect((await wall()).slice(0, 10)).toBe(monday)
  await expectAccessible(page)
  // A day alone keeps the time of the post, and Enter waits until the words are read.
  await words.fill(daysAfter(monday, 2))
  await words.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const kept = (await wall()).slice(11)
  expect(await wall()).toBe(`${daysAfter(monday, 2)} ${kept}`)
  await english.close()
  const person = await openApp(house, {
    path: `/calendar?view=list&date=${monday}`,
    device: { ...phone, locale: 'de-DE' },
  })
  const german = person.page
  await german.locator(`[data-menu="${post}"]`).click()
  await german.getByRole('menuitem').nth(1).click()
  await german.getByRole('dialog').getByRole('textbox').first().fill('morgen um 9')
  await expect.poll(() => german.getByRole('dialog').locator('input[type=time]').inputValue()).toBe('09:00')
  await expectFits(german)
  await german.getByRole('dialog').locator('button[type=submit]').click()
  await expect.poll(wall).toBe(`${tomorrow} 09:00`)
  await person.close()
})

test('the calendar, the queue, a post and the composer read one list of accounts and one of networks', async () => {
  const { page, goTo, close } = await openApp(house, { path: '/more' })
  // The page before may still be reading.
  await page.goto('about:blank')
  // Another tab follows the events, so that nothing is read again here.
  await page.addInitScript('navigator.locks.request = () => new Promise(() => undefined)')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/v1\/(?:social-accounts|platforms)$/.test(pathname)) asked.push(pathname)
  })
  let answered = 0
  page.on('response', (response) => {
    if (asked.includes(new URL(response.url()).pathname)) answered += 1
  })
  await goTo('/needs-you')
  // A page that is left gives up what it was still reading.
  await expect.poll(() => answered).toBe(2)
  const go = async (name: string) => {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  }
  await go('Calendar')
  await go('Queue')
  await go('Accounts')
  await page.getByRole('button', { name: 'New post' }).first().click()
  await page.getByRole('checkbox', { name: /@harbour/ }).waitFor()
  expect(asked.sort()).toEqual(['/v1/platforms', '/v1/social-accounts'])
  await close()
})
