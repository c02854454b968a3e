import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const get = async (key = house.liveKey) => (await house.request('GET', '/v1/queue', { key })).json

test('says what is paused, in each mode by itself', async () => {
  await house.db.run(sql`update workspaces set timezone = 'Asia/Tokyo' where id = ${house.workspaceId}`)
  expect(await get()).toEqual({ timezone: 'Asia/Tokyo', paused: false, paused_accounts: [] })
  const account = await house.connect('sandbox', { name: 'harbour' })
  const pause = (body: object) => house.request('PATCH', '/v1/queue', { body: { paused: true, ...body } })
  await pause({ social_account_id: account })
  expect(await get()).toMatchObject({ paused: false, paused_accounts: [account] })
  await pause({})
  expect(await get()).toMatchObject({ paused: true, paused_accounts: [account] })
  expect(await get(house.testKey)).toMatchObject({ paused: false, paused_accounts: [] })
  expect(await get((await house.other()).liveKey)).toMatchObject({ paused: false, paused_accounts: [] })
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/queue' }),
)
