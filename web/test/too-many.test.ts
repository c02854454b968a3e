import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { openApp } from './open-app.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

test('too many requests are told with a count, after which the page goes on by itself', async () => {
  const { page, browser, goTo, close } = await openApp(house, { path: '/calendar' })
  let refusals = 0
  await page.route('**/v1/queue-slots?**', (route) => {
    refusals += 1
    const problem = { status: 429, code: 'rate_limited', title: 'Too many requests', detail: 'Wait.' }
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '70' }
    return route.fulfill({ status: 429, headers, body: JSON.stringify(problem) })
  })
  await page.clock.install()
  await goTo('/queue')
  await page.getByText('Too many requests for a moment.').first().waitFor()
  await page
    .getByText(/Continuing in \d+ s\./)
    .first()
    .waitFor()
  await page.unroute('**/v1/queue-slots?**')
  expect(refusals).toBeGreaterThan(0)
  await page.clock.runFor(71_000)
  await page.getByText('Too many requests for a moment.').first().waitFor({ state: 'detached' })
  Object.assign(browser.complaints, { length: 0 })
  await close()
})
