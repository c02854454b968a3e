import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { setState } from '../../server/test/set-state.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { appUrl, desktop, openApp, phone } from './open-app.ts'
import { dayAhead, daysAfter, plan, planMany, setZone } from './seed-calendar.ts'

let house: House
let harbour: string
let flour: string
const monday = dayAhead(1, 1)

beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' }, 'test')
  flour = await house.connect('sandbox', { name: 'flour' }, 'test')
})
afterAll(() => house?.stop())

const hourMs = 3_600_000
const inNewYork = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'America/New_York',
})

/** The ids of the posts that a part of the page shows, in its order. */
const idsIn = (page: Page, selector: string) =>
  page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.dataset.post)`,
  ) as Promise<string[]>
const timesIn = (page: Page, selector: string) =>
  page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.querySelector('time').textContent)`,
  ) as Promise<string[]>

test('every hour of a day on which clocks change shows the clock of the workspace, in all views (check 4)', async () => {
  await setZone(house, 'America/New_York')
  const changes = [
    { day: '2026-03-29', begins: '2026-03-29T04:00:00Z', hours: 24 },
    { day: '2026-11-01', begins: '2026-11-01T04:00:00Z', hours: 25 },
  ]
  const { page, goTo, close } = await openApp(house, { path: '/drafts' })
  for (const { day, begins, hours } of changes) {
    const moments = Array.from({ length: hours }, (_, index) => Date.parse(begins) + index * hourMs)
    await planMany(house, {
      account: harbour,
      platform: 'sandbox',
      times: moments.map((at) => new Date(at).toISOString()),
    })
    const clock = moments.map((at) => inNewYork.format(at))
    await goTo(`/calendar?view=day&date=${day}`)
    await expect.poll(() => timesIn(page, 'a[data-post]')).toEqual(clock)
    await goTo(`/calendar?view=week&date=${day}`)
    await expect.poll(() => timesIn(page, `[data-day="${day}"] a[data-post]`)).toEqual(clock)
    await goTo(`/calendar?view=list&date=${day}`)
    await expect
      .poll(() => timesIn(page, `[data-list-day="${day}"] a[data-post]`))
      .toEqual(clock.slice(0, 10))
    await page.getByRole('button', { name: `${hours - 10} more` }).click()
    await expect.poll(() => timesIn(page, 'dialog a[data-post]')).toEqual(clock)
    await goTo(`/calendar?date=${day}`)
    await expect.poll(() => timesIn(page, `[data-day="${day}"] a[data-post]`)).toEqual(clock.slice(0, 2))
    await page
      .locator(`[data-day="${day}"]`)
      .getByRole('button', { name: `${hours - 2} more` })
      .click()
    await expect.poll(() => timesIn(page, 'dialog a[data-post]')).toEqual(clock)
  }
  await goTo('/calendar?view=week&date=2026-11-01')
  await page.getByRole('rowheader', { name: '01:00 winter' }).waitFor()
  await goTo('/calendar?view=week&date=2026-03-08')
  await page.getByText('Clocks go forward: 02:00 → 03:00').waitFor()
  await close()
  await setZone(house, 'Europe/Berlin')
}, 90_000)

test('the four views show the same posts for the same days and filters, and the address brings them back (check 8)', async () => {
  const at = (index: number) => `${daysAfter(monday, index)}T0${6 + (index % 3)}:30:00Z`
  for (const index of [0, 1, 2, 4, 6])
    await plan(house, {
      caption: `Mine ${index}`,
      at: at(index),
      accounts: [harbour],
      more: { tags: ['fresh bread'] },
    })
  for (const index of [1, 3])
    await plan(house, { caption: `Other ${index}`, at: at(index), accounts: [flour] })
  const { page, goTo, close } = await openApp(house)
  await goTo(`/calendar?date=${monday}`)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('checkbox', { name: '@harbour' }).check()
  await page.getByText('2 posts hidden').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('checkbox', { name: 'fresh bread' }).check()
  const days = Array.from({ length: 7 }, (_, index) => daysAfter(monday, index))
  const ofWeek = (part: string) => days.map((day) => `[${part}="${day}"] a[data-post]`).join(', ')
  await expect.poll(async () => (await idsIn(page, ofWeek('data-day'))).length).toBe(5)
  const month = await idsIn(page, ofWeek('data-day'))
  const { search } = new URL(page.url())
  await page.reload()
  await expect.poll(() => idsIn(page, ofWeek('data-day'))).toEqual(month)
  expect(new URL(page.url()).search).toBe(search)
  await page.getByRole('radio', { name: 'Week' }).click({ force: true })
  await expect.poll(async () => (await idsIn(page, 'a[data-post]')).toSorted()).toEqual(month.toSorted())
  await page.getByRole('radio', { name: 'List' }).click({ force: true })
  await expect.poll(() => idsIn(page, ofWeek('data-list-day'))).toEqual(month)
  const byDay: string[] = []
  await page.keyboard.press('Escape')
  for (const day of days) {
    await goTo(`/calendar${search.replace(/date=[^&]*/, `date=${day}`)}&view=day`)
    await page.getByRole('columnheader').nth(1).waitFor()
    const own = month.filter((_, index) => days[[0, 1, 2, 4, 6][index] ?? 0] === day)
    await expect.poll(() => idsIn(page, 'a[data-post]')).toEqual(own)
    byDay.push(...own)
  }
  expect(byDay).toEqual(month)
  await goTo(`/calendar?date=${monday}&tag=nobody-has-this`)
  await page.getByText('7 are hidden by your filters.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect.poll(async () => (await idsIn(page, ofWeek('data-day'))).length).toBe(7)
  await close()
}, 90_000)

test('a list selects posts, and moves, retries and deletes them together', async () => {
  const day = daysAfter(monday, 14)
  const [one, two, failed] = [
    await plan(house, { caption: 'One', at: `${day}T08:00:00Z`, accounts: [harbour] }),
    await plan(house, { caption: 'Two', at: `${day}T09:00:00Z`, accounts: [harbour] }),
    await plan(house, { caption: 'Three', at: `${day}T10:00:00Z`, accounts: [harbour] }),
  ]
  await setState(house, failed, 'failed')
  const statusOf = async (id: string) => {
    const { status, json } = await house.request('GET', `/v1/posts/${id}`, { key: house.testKey })
    return status === 200 ? json.scheduled_at : status
  }
  const { page, close } = await openApp(house, { path: `/calendar?view=list&date=${day}` })
  for (const name of ['Select One', 'Select Two', 'Select Three'])
    await page.getByRole('checkbox', { name }).check()
  await page.getByText('3 selected').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Move by…' }).click()
  await page.getByRole('spinbutton', { name: 'By' }).fill('2')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText('Moved 2 posts.').waitFor()
  await page.getByText(/^1 post stayed as it was: It wasn't published/).waitFor()
  expect([await statusOf(one), await statusOf(two)]).toEqual([
    `${daysAfter(day, 2)}T08:00:00.000Z`,
    `${daysAfter(day, 2)}T09:00:00.000Z`,
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => statusOf(one)).toBe(`${day}T08:00:00.000Z`)
  await page.getByRole('checkbox', { name: 'Select Two' }).check()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Deleted 1 post.').waitFor()
  expect([await statusOf(one), await statusOf(two)]).toEqual([`${day}T08:00:00.000Z`, 404])
  await close()
})

test('a week and a day have the hours of work open, and mark this minute', async () => {
  const { page, goTo, close } = await openApp(house, { path: '/calendar?view=day', mode: 'live' })
  for (const view of ['day', 'week']) {
    await goTo(`/calendar?view=${view}`)
    for (const hour of [9, 13, 17])
      await page.getByRole('rowheader', { name: `${String(hour).padStart(2, '0')}:00` }).waitFor()
    const marked = page.locator('[role=gridcell]:has([data-now])')
    expect(await marked.count()).toBe(1)
    const [from, to] = [
      Number(await marked.getAttribute('data-from')),
      Number(await marked.getAttribute('data-to')),
    ]
    expect(Date.now()).toBeGreaterThanOrEqual(from)
    // The hour may end while the test looks.
    expect(Date.now()).toBeLessThan(to + 60_000)
  }
  await goTo(`/calendar?view=week&date=${monday}`)
  await page.getByRole('rowheader', { name: '09:00' }).waitFor()
  expect(await page.locator('[data-now]').count()).toBe(0)
  await close()
})

test('a phone shows the first posts of a full day while it reads the others, and then all of them in order', async () => {
  const day = daysAfter(monday, 60)
  const times = Array.from({ length: 30 }, (_, index) =>
    new Date(Date.parse(`${day}T12:00:00Z`) + index * 60_000).toISOString(),
  )
  await planMany(house, { account: harbour, platform: 'sandbox', times })
  const { page, goTo, close } = await openApp(house, { device: phone, path: '/drafts' })
  const read = Promise.withResolvers<void>()
  await page.route(/\/v1\/calendar\?.*per_day=1000/, async (route) => {
    await read.promise
    await route.continue()
  })
  await goTo(`/calendar?date=${day}`)
  const known = page.locator('[data-post-row] a[data-post]')
  await expect.poll(() => known.count()).toBe(4)
  await page.getByText('Reading the day…').waitFor()
  const first = await idsIn(page, '[data-post-row] a[data-post]')
  read.resolve()
  await expect.poll(() => known.count()).toBe(30)
  expect((await idsIn(page, '[data-post-row] a[data-post]')).slice(0, 4)).toEqual(first)
  expect(await timesIn(page, '[data-post-row] a[data-post]')).toEqual(
    (await timesIn(page, '[data-post-row] a[data-post]')).toSorted(),
  )
  await page.getByText('Reading the day…').waitFor({ state: 'detached' })
  await close()
})

test('today is found in a list, and a phone shows boxes only while somebody chooses', async () => {
  const zone = 'Europe/Berlin'
  await setZone(house, zone)
  // Sweden writes a date as ISO 8601 does.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format()
  const day = (offset: number) => daysAfter(today, offset)
  // Enough days before today that it is far below the window.
  for (let offset = -12; offset <= 12; offset += 1)
    for (const hour of ['05', '06', '07'])
      await plan(house, { caption: 'Long list', at: `${day(offset)}T${hour}:00:00Z`, accounts: [harbour] })
  const { page, close } = await openApp(house, { device: phone, path: `/calendar?view=list&date=${monday}` })
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  const section = page.locator(`[data-list-day="${today}"]`)
  await section.waitFor()
  // Whole below the bar of the window, or as far up as the end of the list lets it be.
  await expect
    .poll(() =>
      page.evaluate(`(() => {
        const { top } = document.querySelector('[data-list-day="${today}"]').getBoundingClientRect()
        const { scrollTop, scrollHeight } = document.scrollingElement
        return top >= 56 && (top < innerHeight / 2 || scrollTop + innerHeight >= scrollHeight - 1)
      })()`),
    )
    .toBe(true)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await page.getByRole('button', { name: 'Select posts' }).click()
  await section.getByRole('checkbox').first().check()
  await page.getByText('1 selected').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(await page.getByText('1 selected').count()).toBe(0)
  await close()
}, 60_000)

test('an empty calendar says how to begin, and the keys go to days, views and new posts', async () => {
  const { page, close, goTo } = await openApp(house, { path: '/calendar', mode: 'live' })
  await page.getByText('Nothing planned yet.').waitFor()
  await page.keyboard.press('2')
  await page.waitForURL(/view=week/)
  const title = page.locator('main').getByRole('heading', { level: 2 }).first()
  await expect.poll(() => title.textContent()).toContain(' – ')
  const before = await title.textContent()
  await page.keyboard.press(']')
  await expect.poll(() => title.textContent()).not.toBe(before)
  await page.keyboard.press('t')
  await expect.poll(() => title.textContent()).toBe(before)
  // Windows tells AltGr of a German keyboard as both.
  await page.keyboard.press('Control+Alt+[')
  await expect.poll(() => title.textContent()).not.toBe(before)
  await page.keyboard.press('t')
  await expect.poll(() => title.textContent()).toBe(before)
  await page.keyboard.press('1')
  await page.keyboard.press('n')
  await page.waitForURL(/posts\/new\?day=/)
  await goTo('/calendar')
  await page.getByRole('button', { name: 'Set up slots' }).click()
  await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor()
  await close()
})

test('a reader sees the calendar and is told who may move posts', async () => {
  const id = await plan(house, {
    caption: 'Read me',
    at: `${daysAfter(monday, 8)}T08:00:00Z`,
    accounts: [harbour],
  })
  const { page, close } = await openApp(house, { role: 'viewer', path: `/calendar?date=${monday}` })
  await page.locator(`a[data-post="${id}"]`).focus()
  await page.keyboard.press('m')
  await page.getByText("Viewers can't move posts.").first().waitFor()
  await close()
})

test('a list moves the post that has the focus by the dialog, and names the boxes of posts without words', async () => {
  const day = daysAfter(monday, 9)
  const id = await plan(house, { caption: 'By the key', at: `${day}T08:00:00Z`, accounts: [harbour] })
  const wordless = await plan(house, { caption: '…', at: `${day}T09:00:00Z`, accounts: [harbour] })
  await house.db.run(sql`update posts set caption = '' where id = ${wordless}`)
  const { page, close } = await openApp(house, { path: `/calendar?view=list&date=${day}` })
  await page.getByRole('checkbox', { name: 'Select No text' }).waitFor()
  const post = page.locator(`a[data-post="${id}"]`)
  await post.focus()
  await page.keyboard.press('m')
  await page.getByRole('dialog', { name: 'Move to another time' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement.dataset.post')).toBe(id)
  // The palette gives the focus back before it does what was chosen.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search/ }).fill('move the post')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Move to another time' }).waitFor()
  await page.keyboard.press('Escape')
  await close()
})

test('a calendar that stays open overnight begins the next day', async () => {
  const { page, browser } = await openApp(house, { path: '/more' })
  await browser.context.clock.install()
  await page.goto(`${appUrl(house)}/calendar`)
  const today = page.locator('[role=gridcell][aria-current=date]')
  const before = await today.getAttribute('data-day')
  // An answer, or the stream of events, would tell the page what time it is.
  await page.route('**/v1/events', (route) => route.abort())
  await page.route(/\/(?:v1|app)\/(?!events$)/, async (route) => {
    const response = await route.fetch()
    const { date: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const anHourLater = async () => {
    await browser.context.clock.fastForward(hourMs)
    return today.getAttribute('data-day')
  }
  await expect.poll(anHourLater).toBe(daysAfter(before ?? '', 1))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await browser.close()
})

test('every view can be used by everyone, in both colours, on a desk and on a phone', async () => {
  const day = daysAfter(monday, 1)
  for (const status of ['failed', 'held', 'canceled', 'needs_review'] as const) {
    const id = await plan(house, {
      caption: `A post: ${status}`,
      at: `${day}T12:00:00Z`,
      accounts: [harbour, flour],
    })
    await setState(house, id, status)
  }
  for (const device of [desktop, phone]) {
    const { page, goTo, close } = await openApp(house, {
      device: { ...device, reducedMotion: 'reduce' },
      path: `/calendar?date=${day}`,
    })
    const inBoth = async (look: () => Promise<void>) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe(colorScheme)
        await look()
      }
    }
    for (const view of ['month', 'week', 'day', 'list']) {
      await goTo(`/calendar?date=${day}&view=${view}`)
      await page
        .locator(device === phone && view === 'month' ? '[role=gridcell]' : 'a[data-post]')
        .first()
        .waitFor()
      await inBoth(async () => {
        await expectAccessible(page)
        await expectFits(page)
      })
    }
    if (device === desktop) await goTo(`/calendar?date=${day}&view=list`)
    else {
      await goTo(`/calendar?date=${day}`)
      await page.locator(`[data-day="${day}"]`).tap()
    }
    await page.locator('[data-menu]').first().click()
    await page.getByRole('menuitem', { name: 'Open' }).waitFor()
    await inBoth(() => expectAccessible(page))
    await close()
  }
}, 90_000)
