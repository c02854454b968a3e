import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { endpointsPath, makeEndpoint } from '../webhooks/make-endpoint.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

test('answers the endpoint without its secret', async () => {
  const { secret, ...endpoint } = await makeEndpoint(house, { events: ['media.ready'] })
  const { status, json } = await house.request('GET', `${endpointsPath}/${endpoint.id}`)
  expect([status, json]).toEqual([200, endpoint])
  expect(secret).toMatch(/^whsec_/)
})

testRefusals(
  () => house,
  'admin',
  async () => ({ method: 'GET', path: `${endpointsPath}/${(await makeEndpoint(house)).id}` }),
)

testStrangers(
  () => house,
  async () => {
    const { id } = await makeEndpoint(house)
    return { id, method: 'GET', path: `${endpointsPath}/${id}` }
  },
)
