import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { countAll, seedResult } from '../analytics/published.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let id = ''
beforeAll(async () => {
  house = await startHouse({ worker: false })
  const account = await house.connect('sandbox', { name: 'harbour' })
  await countAll(house)
  id = await seedResult(house, { accountId: account })
  await countAll(house)
})
afterAll(() => house.stop())

const path = () => `/v1/analytics/${id}/daily`

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: path() }),
)
testStrangers(
  () => house,
  async () => ({ id, method: 'GET', path: path() }),
)

test('answers the days in their order, and null for what was not told', async () => {
  expect((await house.request('GET', path())).json).toEqual({ data: [] })
  await house.db.run(sql`
    insert into result_days (workspace_id, post_result_id, day, views, likes)
    values (${house.workspaceId}, ${id}, '2030-05-08', 30, 2), (${house.workspaceId}, ${id}, '2030-05-07', 10, 0)`)
  const untold = {
    reach_count: null,
    comment_count: null,
    share_count: null,
    save_count: null,
    click_count: null,
  }
  expect((await house.request('GET', path())).json).toEqual({
    data: [
      { date: '2030-05-07', view_count: 10, like_count: 0, ...untold },
      { date: '2030-05-08', view_count: 30, like_count: 2, ...untold },
    ],
  })
})
