import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { csv, drop } from './drop-files.ts'
import { desktop, openApp } from './open-app.ts'

let house: House
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  await house.connect('sandbox', { name: 'Harbour' }, 'test')
})
afterAll(async () => house?.stop())

const countOfMany = async (): Promise<number> =>
  (await house.request('GET', '/v1/posts?tag=many', { key: house.testKey })).json.meta.total

test('a thousand rows are looked at and made while the page stays quick, and both can be stopped', {
  timeout: 240_000,
}, async () => {
  const { page, close } = await openApp(house, { path: '/import', device: desktop })
  const rows = Array.from({ length: 1_000 }, (_, index) => `Post ${index},@harbour,yes,many`)
  await page.getByText('Choose a table or drop it here').waitFor()
  await drop(page, csv(`text,to,draft,tag\n${rows.join('\n')}\n`))
  await page.getByRole('progressbar', { name: 'Looking at the rows' }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText(/rows were not looked at\./).waitFor()
  await page.getByRole('button', { name: 'Go on' }).click()
  // A page that is busy answers late.
  const longest = page.evaluate(`new Promise((done) => {
    let [last, longest] = [performance.now(), 0]
    const timer = setInterval(() => {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
      if (document.body.innerText.includes('Make 1,000 posts')) { clearInterval(timer); done(longest) }
    }, 50)
  })`)
  const make = page.getByRole('button', { name: 'Make 1,000 posts' })
  await make.waitFor({ timeout: 120_000 })
  expect(await longest).toBeLessThan(1_500)
  expect(await page.getByRole('listitem').filter({ hasText: /^Line/ }).count()).toBe(100)
  await make.click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: /^Make \d+ posts$/ }).waitFor({ timeout: 60_000 })
  const made = await countOfMany()
  expect(made % 50).toBe(0)
  expect(made).toBeLessThan(1_000)
  await page.getByRole('button', { name: `Make ${1_000 - made} posts` }).click()
  await page.getByText('1,000 posts were made.').waitFor({ timeout: 120_000 })
  expect(await countOfMany()).toBe(1_000)
  await close()
})
