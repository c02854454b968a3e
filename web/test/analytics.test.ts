import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { countAll, seedResult } from '../../server/test/analytics/published.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { until } from '../../server/test/stories/until.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'
import { setZone } from './seed-calendar.ts'

let house: House
let harbour: string
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true })
  await setZone(house, 'Europe/Berlin')
  harbour = await house.connect('sandbox', { name: 'harbour' }, 'test')
})
afterAll(() => house?.stop())

const ask = (method: string, path: string, body?: object) =>
  house.request(method, path, { key: house.testKey, ...(body && { body }) })
const publish = (caption: string) => ask('POST', '/v1/posts', { caption, social_accounts: [harbour] })
const forward = (days: number) => ask('POST', '/v1/test-clock', { advance_by_seconds: days * 86_400 })

/** Waits until the server has counted as many posts, and as many of them have been asked for their figures. */
async function counted(posts: number, measured: number): Promise<void> {
  await until(
    async () => (await ask('GET', '/v1/analytics?limit=100')).json.data as { view_count: number | null }[],
    (rows) =>
      rows.length === posts && rows.filter(({ view_count: views }) => views !== null).length >= measured,
    60_000,
  )
}

/** Saves a file by a button, and answers its lines. */
async function save(page: Page, button: string | RegExp): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  return readFileSync(await download.path(), 'utf8').split('\r\n')
}

test('what went out and what it reached is said by the clock of test data, on the page and beside the post', async () => {
  const { page, close, goTo, browser } = await openApp(house, { path: '/analytics' })
  await page.getByText('Nothing went out yet.').waitFor()
  await expectAccessible(page)
  const { id } = (await publish('Rye today')).json
  await counted(1, 0)
  await forward(2)
  await publish('Two days later')
  await counted(2, 1)
  await goTo('/analytics')
  await page.getByText('2 published', { exact: true }).waitFor()
  await page.getByText('None in the 30 days before.').first().waitFor()
  // Both bars, two days apart: the plot steps from the last one by keys.
  const plot = page.getByLabel('Step through: How much went out?')
  await plot.press('ArrowLeft')
  await plot.press('ArrowLeft')
  expect(await plot.getAttribute('aria-valuetext')).toMatch(/: 1 published$/)
  await plot.press('ArrowLeft')
  expect(await plot.getAttribute('aria-valuetext')).toMatch(/: 0 published$/)
  const [views] = (await ask('GET', `/v1/analytics?post_result_id=${(await resultOf(id)).id}`)).json.data
  const said = `${views.view_count.toLocaleString('en-GB')} views`
  await page.getByText(said, { exact: true }).waitFor()
  await page.getByLabel('Figure').selectOption('Likes')
  await page.getByText(/^\d+ likes?$/).waitFor()
  expect(new URL(page.url()).searchParams.get('figure')).toBe('likes')
  await page.getByRole('button', { name: 'Read figures now' }).click()
  await page.getByText('Asking Sandbox. Their figures come in over the next minutes.').waitFor()
  await page.getByRole('button', { name: 'Read figures now' }).click()
  await page.getByText('The figures were asked for less than 30 minutes ago.').waitFor()
  // The message lies over it for some seconds.
  await page.getByRole('link', { name: 'Rye today' }).press('Enter')
  await page.getByText(said).waitFor()
  forgiveRefusals(browser, 429)
  await close()
})

const resultOf = async (post: string) =>
  (await ask('GET', `/v1/post-results?post_id=${post}&status=any`)).json.data[0]

test('a year is shown by weeks, and other days, tables and files have the same numbers', async () => {
  const own = await startHouse({ hasUsualUrl: true, worker: false })
  await setZone(own, 'Europe/Berlin')
  const account = await own.connect('sandbox', { name: 'harbour' }, 'test')
  // Noon in Berlin, or an hour from it, so that no hour of the year moves a result to another day.
  const noon = `${new Date().toISOString().slice(0, 10)}T11:00:00Z`
  const hoursAgo = (days: number) => (Date.now() - Date.parse(noon)) / 3_600_000 + days * 24
  const seeds = [40, 40, 45, 200].map((days) => ({ days, state: 'published' as const }))
  const failed = [40, 60].map((days) => ({ days, state: 'failed' as const }))
  for (const { days, state } of [...seeds, ...failed])
    await seedResult(own, {
      accountId: account,
      mode: 'test',
      hoursAgo: hoursAgo(days),
      lateMs: 4_000,
      state,
    })
  await own.db.run(sql`update social_accounts set username = '=harbour' where id = ${account}`)
  await countAll(own)
  const { page, close } = await openApp(own, { path: '/analytics', device: phone })
  await page.getByText('Nothing went out in these days.').waitFor()
  await page.getByText('90 days', { exact: true }).click()
  await page.getByText('3 published, 2 not published', { exact: true }).waitFor()
  await page.getByText(/^Half within [3-6](\.\d)? sec$/).waitFor()
  await page.reload()
  await page.getByText('3 published, 2 not published', { exact: true }).waitFor()
  const day = (ago: number) => new Date(Date.parse(noon) - ago * 86_400_000).toISOString().slice(0, 10)
  const lines = await save(page, 'Save as CSV (How much went out?)')
  expect(lines).toHaveLength(92)
  expect(lines).toContain(`${day(40)},2,1`)
  expect(lines).toContain(`${day(44)},0,0`)
  // A name that a spreadsheet would reckon with is a text.
  expect((await save(page, 'Save as CSV (By account)'))[1]).toMatch(/^sandbox,'=harbour,3,2,\d+,\d+,,,$/)
  await page.getByText('1 year', { exact: true }).click()
  await page.getByText('4 published, 2 not published', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show as table (How much went out?)' }).click()
  const rows = page.getByRole('region', { name: 'Table: How much went out?' }).getByRole('row')
  expect([53, 54]).toContain((await rows.count()) - 1)
  await expectAccessible(page)
  await expectFits(page)
  await page.getByText('Others', { exact: true }).click()
  await page.getByLabel('To', { exact: true }).fill(day(41))
  await page.getByText('2 published, 1 not published', { exact: true }).waitFor()
  await page.getByLabel('From', { exact: true }).fill(day(40))
  await page.getByText('The last day is before the first.').waitFor()
  await page.getByLabel('From', { exact: true }).fill(day(45))
  await page.getByText('1 published', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toContain(`from=${day(45)}&to=${day(41)}`)
  // One of the four posts went out in these days, and stands in their file.
  const [head, only, ...rest] = await save(page, /^Save those of .+ – .+ as CSV$/)
  expect(head).toMatch(/^went_out \(.+\),network,account,text,link,.*remark,post_id$/)
  expect(only).toMatch(new RegExp(`^${day(45)} \\d\\d:\\d\\d:\\d\\d,sandbox,'=harbour,`))
  expect(rest).toEqual([''])
  await page.getByLabel('From', { exact: true }).fill(day(44))
  await page.getByText('Nothing went out in these days.').waitFor()
  await page.getByRole('button', { name: /^Save those of / }).click()
  await page.getByRole('status').getByText('Nothing went out in these days.').waitFor()
  // Where everything failed there is no punctuality to draw, and the plot keeps its lines.
  await page.getByLabel('From', { exact: true }).fill(day(60))
  await page.getByLabel('To', { exact: true }).fill(day(60))
  await page.getByText('0 published, 1 not published', { exact: true }).waitFor()
  await page.getByText('Nothing was published', { exact: true }).waitFor()
  for (const line of ['0.1 sec', '1 sec']) await page.getByText(line, { exact: true }).waitFor()
  await close()
  await own.stop()
})
