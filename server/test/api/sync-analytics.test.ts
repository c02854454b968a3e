import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { collectFigures } from '../../src/analytics/collecting/collect-figures.ts'
import { sql } from '../../src/db/database.ts'
import { countAll, seedResult } from '../analytics/published.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
let account: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  account = await house.connect('sandbox', { name: 'harbour' })
  await countAll(house)
})
afterAll(() => house.stop())
beforeEach(() => house.db.run(sql`delete from figure_syncs`))

const path = '/v1/analytics/sync'
const sync = (key = house.liveKey) => house.request('POST', path, { key })

testRefusals(
  () => house,
  'write',
  async () => ({ method: 'POST', path }),
)

test('triggers nothing where nothing was published, in both modes, also when the body is an empty object', async () => {
  for (const key of [house.liveKey, house.testKey])
    for (const body of [undefined, {}])
      expect(await house.request('POST', path, { key, body })).toMatchObject({
        status: 200,
        json: { triggered: [] },
      })
})

test('has posts measured before their time, but not those of whom the network asked to wait', async () => {
  const id = await seedResult(house, { accountId: account })
  await countAll(house)
  const { signal } = new AbortController()
  expect(await collectFigures(house.context, 'sandbox', signal)).toBe(0)
  expect((await sync()).json).toEqual({ triggered: ['sandbox'] })
  const rest = sql`update figure_turns set rest_until = clock_timestamp() + interval '1 hour'`
  await house.db.run(rest)
  expect(await collectFigures(house.context, 'sandbox', signal), 'while it rests').toBe(0)
  await house.db.run(sql`delete from figure_syncs`)
  await sync()
  expect(await collectFigures(house.context, 'sandbox', signal), 'the network asked for the rest').toBe(0)
  await house.db.run(sql`${rest}, reason = 'A permission is missing.'`)
  await house.db.run(sql`delete from figure_syncs`)
  await sync()
  expect(await collectFigures(house.context, 'sandbox', signal), 'the permission may be there now').toBe(1)
  // The simulated network never had it.
  expect(await house.db.row(sql`select misses from result_figures where post_result_id = ${id}`)).toEqual({
    misses: 1,
  })
})

test('429: once in 30 minutes, for each mode', async () => {
  await seedResult(house, { accountId: account })
  await countAll(house)
  expect((await sync()).status).toBe(200)
  const again = await sync()
  expect(again).toMatchObject({ status: 429, json: { code: 'synced_recently' } })
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(1_780)
  expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(1_800)
  expect((await sync(house.testKey)).status).toBe(200)
  await house.db.run(sql`update figure_syncs set at = at - interval '30 minutes'`)
  expect((await sync()).status).toBe(200)
})

test('triggers no network whose accounts must be connected again', async () => {
  await house.db.run(sql`update social_accounts set status = 'needs_reconnect'`)
  expect((await sync()).json).toEqual({ triggered: [] })
  await house.db.run(sql`update social_accounts set status = 'active'`)
})

test('422: takes no body that says anything', async () => {
  const answer = await house.request('POST', path, { body: { platform: 'sandbox' } })
  expect([answer.status, answer.json.code]).toEqual([422, 'unknown_field'])
})
