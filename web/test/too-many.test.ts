import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { openApp } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

test('a call that waits by itself is told at once, with a count, and the page comes when it is over', async () => {
  const { page, browser, goTo, close } = await openApp(house, { path: '/calendar' })
  let refusals = 0
  await page.route('**/v1/queue-slots?**', (route) => {
    refusals += 1
    if (refusals > 1) return route.fallback()
    const problem = { status: 429, code: 'rate_limited', title: 'Too many requests', detail: 'Wait.' }
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '6' }
    return route.fulfill({ status: 429, headers, body: JSON.stringify(problem) })
  })
  await goTo('/queue')
  const line = page.getByRole('status').filter({ hasText: 'Too many requests for a moment.' })
  await line.getByText(/Continuing in [3-6] s\./).waitFor()
  expect(refusals).toBe(1)
  await page.getByRole('button', { name: 'Add them' }).waitFor()
  await line.waitFor({ state: 'detached' })
  expect(refusals).toBe(2)
  forgiveRefusals(browser, 429)
  await close()
})

test('too many requests are told with a count, after which the page goes on by itself', async () => {
  const { page, browser, goTo, close } = await openApp(house, { path: '/calendar' })
  // The client itself tries some times before it gives up.
  let refusals = 0
  await page.route('**/v1/queue-slots?**', (route) => {
    refusals += 1
    if (refusals > 5) return route.fallback()
    const problem = { status: 429, code: 'rate_limited', title: 'Too many requests', detail: 'Wait.' }
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '1' }
    return route.fulfill({ status: 429, headers, body: JSON.stringify(problem) })
  })
  await goTo('/queue')
  await page.getByText('Too many requests for a moment.').first().waitFor()
  await page
    .getByText(/Continuing in \d+ s\./)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Add them' }).waitFor()
  expect(refusals).toBeGreaterThan(5)
  forgiveRefusals(browser, 429)
  await close()
})
