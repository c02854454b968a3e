import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const path = '/v1/analytics/sync'

testRefusals(
  () => house,
  'write',
  async () => ({ method: 'POST', path }),
)

test('triggers nothing, in both modes, also when the body is an empty object', async () => {
  for (const key of [house.liveKey, house.testKey])
    for (const body of [undefined, {}])
      expect(await house.request('POST', path, { key, body })).toMatchObject({
        status: 200,
        json: { triggered: [] },
      })
})

test('422: takes no body that says anything', async () => {
  const answer = await house.request('POST', path, { body: { platform: 'sandbox' } })
  expect([answer.status, answer.json.code]).toEqual([422, 'unknown_field'])
})
