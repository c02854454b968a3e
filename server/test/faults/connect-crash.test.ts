import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { startBrowser } from '../browser.ts'
import { type House, startHouse } from '../house.ts'
import { startSecondProcess } from '../second-process.ts'
import { agreeOnly, beginSignIn, signIn } from '../sign-in.ts'
import { until } from '../stories/until.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const count = async (table: 'social_accounts' | 'connections' | 'sandbox_tokens') => {
  const tables = {
    social_accounts: sql`social_accounts`,
    connections: sql`connections`,
    sandbox_tokens: sql`sandbox_tokens`,
  }
  const row = await house.db.row<{ count: number }>(sql`select count(*)::int as count from ${tables[table]}`)
  return row?.count
}

test('a process that is killed after the network gave a token leaves no half-made account', {
  timeout: 60_000,
}, async () => {
  const begun = await beginSignIn(house)
  let reached = house.url
  const browser = startBrowser((url) => url.replace(house.url, reached))
  const callback = await agreeOnly(browser, begun.url, { names: ['Half'], behavior: 'slow' })
  const second = await startSecondProcess(house)
  reached = second.url
  const answer = browser.open(callback).catch((error: unknown) => error)
  await until(
    () => count('sandbox_tokens'),
    (tokens) => tokens === 1,
  )
  await second.kill()
  expect(await answer).toBeInstanceOf(Error)
  reached = house.url

  const attempt = async () => (await house.request('GET', `/v1/social-accounts/connect/${begun.id}`)).json
  expect(await attempt()).toMatchObject({ status: 'finishing', social_accounts: [] })
  expect([await count('social_accounts'), await count('connections')]).toEqual([0, 0])
  expect((await browser.open(callback)).url).toBe(begun.url)
  await house.db.run(sql`update connect_attempts set expires_at = clock_timestamp()`)
  expect(await attempt()).toMatchObject({ status: 'expired', social_accounts: [] })

  const again = await beginSignIn(house)
  expect((await signIn(browser, again.url, { names: ['Half'] })).text).toContain('half on Sandbox')
})
