import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { setState } from '../../server/test/set-state.ts'
import { desktop, type OpenApp, openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'
import { dayAhead, daysAfter, nextAutumn, nextSpring, plan, setZone, timeOf } from './seed-calendar.ts'

let house: House
let app: OpenApp
let harbour: string
const tuesday = dayAhead(2, 1)
const thursday = daysAfter(tuesday, 2)

beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  await setZone(house, 'Europe/Berlin')
  harbour = await house.connect('sandbox', { name: 'harbour' }, 'test')
  // A month of six weeks has room for three posts a day as well then.
  app = await openApp(house, { device: { ...desktop, viewport: { width: 1280, height: 1000 } } })
})
afterAll(async () => {
  // Some tests are about moves that the server refuses.
  if (app) forgiveRefusals(app.browser, 412)
  await app?.close()
  await house?.stop()
})

const cell = (page: Page, day: string) => page.locator(`[role=gridcell][data-day="${day}"]`)
const chip = (page: Page, id: string) => page.locator(`a[data-post="${id}"]`)
const planAt = (caption: string, day: string, time = '09:00') =>
  plan(house, { caption, at: `${day}T${time}:00 Europe/Berlin`, accounts: [harbour] })
const berlin = (at: string) =>
  new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  }).format(new Date(at))
const read = (page: Page) => page.locator('[data-announcer]').textContent()

/** Presses on a chip and pulls it over something, without letting go. */
async function pull(page: Page, from: Locator, to: Locator, place?: { x: number; y: number }): Promise<void> {
  // The page may draw the chip anew at this moment.
  await expect
    .poll(() =>
      from.scrollIntoViewIfNeeded().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  const box = await from.boundingBox()
  if (box === null) throw new Error('There is nothing to pull.')
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 30, box.y + box.height / 2 + 4)
  await to.hover(place === undefined ? { force: true } : { position: place, force: true })
}

test('a drag keeps the time of the clock, and undo brings the old moment back (check 2)', async () => {
  const { page, goTo } = app
  const id = await planAt('Autumn bread list', tuesday)
  const before = await timeOf(house, id)
  await goTo(`/calendar?date=${tuesday}`)
  await pull(page, chip(page, id), cell(page, thursday))
  await page.getByText('09:00, same time').waitFor()
  await page.mouse.up()
  await cell(page, thursday).locator(`[data-post="${id}"]`).waitFor()
  await page
    .getByText(/^Moved to Thu,? .*, 09:00\.$/)
    .first()
    .waitFor()
  expect(berlin(await timeOf(house, id))).toBe(`${thursday} 09:00`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await cell(page, tuesday).locator(`[data-post="${id}"]`).waitFor()
  await expect.poll(() => timeOf(house, id)).toBe(before)
  // The key does the same as the button.
  await pull(page, chip(page, id), cell(page, thursday))
  await page.mouse.up()
  await expect.poll(async () => berlin(await timeOf(house, id))).toBe(`${thursday} 09:00`)
  await page
    .getByText(/^Moved to Thu/)
    .first()
    .waitFor()
  // Ctrl+Shift+Z asks for the opposite.
  await page.keyboard.press('Control+Shift+z')
  await page.getByRole('button', { name: 'Undo' }).first().waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => timeOf(house, id)).toBe(before)
})

test('a post that is moved again before the first move is answered goes where it was put last', async () => {
  const { page, goTo } = app
  const day = daysAfter(tuesday, -7)
  const [next, last] = [daysAfter(day, 2), daysAfter(day, 3)]
  const id = await planAt('Twice within a moment', day)
  await goTo(`/calendar?date=${tuesday}`)
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(`**/v1/posts/${id}`, async (route) => {
    await mayGoOn
    await route.continue()
  })
  await pull(page, chip(page, id), cell(page, next))
  await page.mouse.up()
  await cell(page, next).locator(`[data-post="${id}"]`).waitFor()
  await pull(page, chip(page, id), cell(page, last))
  await page.mouse.up()
  goOn()
  await expect.poll(async () => berlin(await timeOf(house, id))).toBe(`${last} 09:00`)
  await page.unroute(`**/v1/posts/${id}`)
  await cell(page, last).locator(`[data-post="${id}"]`).waitFor()
})

test('escape puts a dragged post back, and the click after a drop opens nothing', async () => {
  const { page, goTo } = app
  const id = await planAt('Rye is back', daysAfter(tuesday, 7))
  await goTo(`/calendar?date=${tuesday}`)
  const before = await timeOf(house, id)
  await pull(page, chip(page, id), cell(page, thursday))
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await timeOf(house, id)).toBe(before)
  expect(page.url()).toContain('/calendar')
  await cell(page, daysAfter(tuesday, 7)).locator(`[data-post="${id}"]`).waitFor()
})

test('keys lift a post, choose a day and place it, and every step is read out (check 3)', async () => {
  const { page, goTo } = app
  const id = await planAt('Open day', daysAfter(tuesday, 14))
  await goTo(`/calendar?date=${tuesday}`)
  await chip(page, id).waitFor()
  const grid = page.getByRole('grid')
  expect(await grid.locator('[role=gridcell][tabindex="0"]').count()).toBe(1)
  await grid.locator('[role=gridcell][tabindex="0"]').focus()
  await page.keyboard.press('End')
  await cell(page, daysAfter(tuesday, 14)).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.evaluate('document.activeElement.dataset.day')).toBe(daysAfter(tuesday, 15))
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate('document.activeElement.dataset.post')).toBe(id)
  await page.keyboard.press('m')
  await expect.poll(() => read(page)).toContain('Lifted')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => read(page)).toMatch(/^Thu,? .*, 09:00$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => read(page)).toMatch(/^Moved to Thu,? .*, 09:00\.$/)
  expect(berlin(await timeOf(house, id))).toBe(`${daysAfter(tuesday, 16)} 09:00`)
})

test('a week moves by quarters of an hour, and a free slot gives its time', async () => {
  const { page, goTo } = app
  const day = daysAfter(tuesday, 8)
  await house.request('POST', '/v1/queue-slots', {
    key: house.testKey,
    body: { weekdays: ['thu'], time: '16:20', social_account_id: harbour },
  })
  const id = await planAt('Harbour market', day)
  const other = await planAt('Sourdough, slowly', day, '10:00')
  await goTo(`/calendar?view=week&date=${day}&account=${harbour}`)
  await chip(page, other).waitFor()
  const hour = page.locator(`[role=gridcell][data-day="${day}"]`).filter({ has: chip(page, other) })
  const box = await hour.boundingBox()
  await pull(page, chip(page, id), hour, { x: 40, y: (box?.height ?? 0) * 0.6 })
  await page.mouse.up()
  await expect.poll(async () => berlin(await timeOf(house, id))).toBe(`${day} 10:30`)
  await pull(page, chip(page, id), page.getByText('16:20 free').first())
  await page.mouse.up()
  await expect.poll(async () => berlin(await timeOf(house, id))).toBe(`${daysAfter(day, 1)} 16:20`)
  // Arrow keys stay at the hour, and the focus is where a lifted post would stand.
  const place = () => page.evaluate('document.activeElement.dataset.from')
  await hour.focus()
  const from = Number(await place())
  await page.keyboard.press('ArrowRight')
  expect(Number(await place())).toBe(from + 24 * 3_600_000)
  await page.keyboard.press('ArrowLeft')
  await chip(page, other).focus()
  await page.keyboard.press('m')
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(async () => Number(await place())).toBe(from + 3_600_000)
  await page.keyboard.press('Escape')
})

test('what cannot be moved springs back and says why (check 6)', async () => {
  const { page, goTo } = app
  const day = daysAfter(tuesday, 15)
  const [going, published, changed] = [
    await planAt('Going', day),
    await planAt('Published', day, '10:00'),
    await planAt('Changed', day, '11:00'),
  ]
  await goTo(`/calendar?date=${day}`)
  const target = cell(page, daysAfter(day, 1))
  await pull(page, chip(page, going), target)
  await setState(house, going, 'committing')
  await page.mouse.up()
  await page.getByText("This post is going out right now and can't be moved.").first().waitFor()
  await cell(page, day).locator(`[data-post="${going}"]`).waitFor()
  // The sentence goes once it is untrue.
  await setState(house, going, 'published')
  await house.request('PATCH', `/v1/posts/${published}`, { key: house.testKey, body: { tags: ['bread'] } })
  await cell(page, day).getByText('This post is going out right now').waitFor({ state: 'detached' })
  await pull(page, chip(page, changed), target)
  await house.request('PATCH', `/v1/posts/${changed}`, {
    key: house.testKey,
    body: { caption: 'Changed meanwhile' },
  })
  await page.mouse.up()
  await page
    .getByText(/changed this post a moment ago\. Here it is; move it again\./)
    .first()
    .waitFor()
  await cell(page, day).getByRole('link', { name: 'Changed meanwhile' }).waitFor()
  await setState(house, published, 'published')
  await goTo(`/calendar?date=${day}`)
  await pull(page, chip(page, published), target)
  await page.mouse.up()
  await page.getByText("It's already published. Duplicate it to post again.").first().waitFor()
  expect(berlin(await timeOf(house, published))).toBe(`${day} 10:00`)
  await page.route('**/duplicate', (route) => route.fulfill(refusal))
  await cell(page, day).getByRole('button', { name: 'Duplicate' }).click()
  const message = page.getByRole('group').filter({ hasText: 'Not now, please.' })
  await message.getByRole('button', { name: 'Close' }).click()
  await page.unroute('**/duplicate')
  await cell(page, day).getByText("It's already published.").waitFor({ state: 'detached' })
})

const problem = { status: 412, code: 'version_changed', title: 'No', detail: 'Not now, please.' }
const refusal = { status: 412, contentType: 'application/problem+json', body: JSON.stringify(problem) }

test('an undo that comes too late says so', async () => {
  const { page, goTo } = app
  const id = await planAt('Late', daysAfter(tuesday, 1))
  await goTo(`/calendar?date=${tuesday}`)
  await pull(page, chip(page, id), cell(page, daysAfter(tuesday, 3)))
  await page.mouse.up()
  await page
    .getByText(/^Moved to Fri/)
    .first()
    .waitFor()
  await setState(house, id, 'committing')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText("Couldn't undo: it started going out at 09:00.").waitFor()
  await page.getByRole('button', { name: 'Close' }).last().click()
})

test('an undo that is refused says why, and a post that was late is offered none', async () => {
  const { page, goTo } = app
  const [changed, late] = [
    await planAt('Changed behind', daysAfter(tuesday, 4)),
    await planAt('Late', dayAhead(2, -12)),
  ]
  await goTo(`/calendar?date=${tuesday}`)
  await pull(page, chip(page, changed), cell(page, daysAfter(tuesday, 5)))
  await page.mouse.up()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  await house.request('PATCH', `/v1/posts/${changed}`, { key: house.testKey, body: { caption: 'Behind' } })
  await undo.click()
  await page.getByText(/^Couldn't undo\. .+ changed this post a moment ago\./).waitFor()
  await page.getByRole('button', { name: 'Close' }).last().click()
  const lateDay = (await timeOf(house, late)).slice(0, 10)
  await goTo(`/calendar?view=list&date=${lateDay}`)
  await chip(page, late).focus()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Date').fill(tuesday)
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page
    .getByText(/^Moved to Tue/)
    .last()
    .waitFor()
  expect(await undo.count()).toBe(0)
})

test('a time that a day does not have becomes one after the jump', async () => {
  const { page, goTo } = app
  const spring = nextSpring()
  const id = await planAt('Night bread', daysAfter(spring, -1), '02:30')
  await goTo(`/calendar?date=${spring}`)
  await pull(page, chip(page, id), cell(page, spring))
  await page.mouse.up()
  await page
    .getByText(
      /^02:30 doesn't exist on Sun,? .* in Berlin: clocks jump from 02:00 to 03:00\. We set 03:30\.$/,
    )
    .waitFor()
  expect(berlin(await timeOf(house, id))).toBe(`${spring} 03:30`)
  await page.locator(`[data-menu="${id}"]`).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move…' }).click()
  await page.getByLabel('Time', { exact: true }).fill('02:15')
  await page
    .getByRole('dialog')
    .getByText(/^02:15 doesn't exist on .*We set 03:15\.$/)
    .waitFor()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.poll(async () => berlin(await timeOf(house, id))).toBe(`${spring} 03:15`)
})

test('a time that comes twice is asked about, and a touch moves without any drag (checks 3 and 5)', async () => {
  await setZone(house, 'America/New_York')
  const autumn = nextAutumn()
  const id = await plan(house, {
    caption: 'Twice',
    at: `${autumn}T15:00:00Z`,
    accounts: [harbour],
  })
  const small = await openApp(house, { device: phone, path: `/calendar?date=${autumn}` })
  const { page } = small
  await page.locator(`[data-day="${autumn}"]`).tap()
  await page.locator(`[data-menu="${id}"]`).tap()
  await page.getByRole('menuitem', { name: 'Move…' }).tap()
  await page.getByLabel('Time', { exact: true }).fill('01:30')
  await page.getByText(/^01:30 comes twice on Sun,? .* in New York\.$/).waitFor()
  await page.getByLabel('Second').check()
  await page.getByRole('button', { name: 'Move', exact: true }).tap()
  await page
    .getByText(/^Moved to Sun,? .*, 01:30\.$/)
    .first()
    .waitFor()
  expect(await timeOf(house, id)).toBe(`${autumn}T06:30:00.000Z`)
  await small.close()
  await setZone(house, 'Europe/Berlin')
})
