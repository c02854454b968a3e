import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const list = (query = '', key = house.liveKey) => house.request('GET', `/v1/analytics${query}`, { key })

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/analytics' }),
)

test('answers an empty page in both modes, whatever is asked for', async () => {
  const empty = { data: [], meta: { total: 0, offset: 0, limit: 10, next: null } }
  expect((await list()).json).toEqual(empty)
  expect((await list('', house.testKey)).json).toEqual(empty)
  const query = `?platform=sandbox&post_result_id=${newId()}&timeframe=90d&limit=200`
  expect(await list(query)).toMatchObject({ status: 200, json: { data: [], meta: { limit: 200 } } })
})

test.each([
  ['timeframe', '?timeframe=1d'],
  ['post_result_id', '?post_result_id=x'],
  ['platform', '?platform='],
  ['limit', '?limit=201'],
])('422: refuses a bad %s', async (name, query) => {
  expect(await list(query)).toMatchObject({ status: 422, json: { errors: [{ pointer: `?${name}` }] } })
})
