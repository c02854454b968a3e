import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { setState } from '../../server/test/set-state.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { openApp } from './open-app.ts'
import { plan, planMany } from './seed-calendar.ts'

let house: House
let asked: string
const failures = 120
const hour = 3_600_000

beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  const harbour = await house.connect('sandbox', { name: 'harbour' }, 'test')
  const times = Array.from({ length: failures }, (_, index) =>
    new Date(Date.now() + index * hour).toISOString(),
  )
  await planMany(house, { account: harbour, platform: 'sandbox', times })
  await house.db.run(sql`
    update targets set state = 'failed', next_action_at = null,
      error = '{"code": "rejected_by_network", "message": "Too narrow.", "retryable": true}'`)
  asked = await plan(house, { caption: 'Is it there?', at: times[0] ?? '', accounts: [harbour] })
  await setState(house, asked, 'needs_review')
})
afterAll(() => house?.stop())

test('what needs somebody is told by its kinds, one kind is shown alone, and all of it can be reached', async () => {
  const { page, close } = await openApp(house, { path: '/needs-you' })
  const rows = page.getByRole('main').getByRole('listitem')
  const kind = (name: RegExp) =>
    page.getByRole('group', { name: 'Which things' }).getByRole('button', { name })
  await kind(/^All 121$/).waitFor()
  await expectAccessible(page)
  await kind(/^Is it live\? 1$/).click()
  await expect.poll(() => rows.count()).toBe(1)
  await rows.getByText('Is it there?').waitFor()
  await kind(/^Failed 120$/).click()
  await expect.poll(() => rows.count()).toBe(50)
  expect(new URL(page.url()).search).toBe('?kind=failed')
  await page.getByRole('button', { name: 'Show more of 120' }).click()
  await expect.poll(() => rows.count()).toBe(100)
  await page.getByRole('button', { name: 'Show more of 120' }).click()
  await expect.poll(() => rows.count()).toBe(120)
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectFits(page)
  await page.reload()
  await expect.poll(() => rows.count()).toBe(50)
  expect(await kind(/^Failed/).getAttribute('aria-pressed')).toBe('true')
  await close()
})

test('a kind of which nothing is left says so, and leads back to the rest', async () => {
  const { page, close } = await openApp(house, { path: '/needs-you?kind=review' })
  await page.getByRole('main').getByText('Is it there?').waitFor()
  await setState(house, asked, 'canceled')
  await page.reload()
  await page.getByText('Nothing of this kind needs you any more.').waitFor()
  await page.getByRole('button', { name: 'All 120' }).click()
  await page.getByRole('button', { name: 'Show more of 120' }).waitFor()
  // One kind alone needs no choice.
  expect(await page.getByRole('group', { name: 'Which things' }).count()).toBe(0)
  await close()
})

test('all failures that are shown are tried again after a question', async () => {
  const { page, close } = await openApp(house, { path: '/needs-you?kind=failed' })
  await page.getByRole('button', { name: 'Try 50 again…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Try 50 posts again?' })
  await dialog.getByRole('button', { name: 'Leave them' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await failed()).toBe(failures)
  await page.getByRole('button', { name: 'Try 50 again…' }).click()
  await dialog.getByRole('button', { name: 'Publish them' }).click()
  await page.getByText('Trying 50 again.').waitFor()
  expect(await failed()).toBe(failures - 50)
  await close()
})

async function failed(): Promise<number> {
  const row = await house.db.row<{ count: number }>(
    sql`select count(*)::int as count from targets where state = 'failed'`,
  )
  return row?.count ?? 0
}
