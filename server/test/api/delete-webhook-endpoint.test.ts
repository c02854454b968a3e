import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { endpointsPath, makeEndpoint, storeDelivery } from '../webhooks/make-endpoint.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

test('deletes an endpoint with its deliveries', async () => {
  const { id } = await makeEndpoint(house)
  await storeDelivery(house, id)
  const { status, json } = await house.request('DELETE', `${endpointsPath}/${id}`)
  expect([status, json]).toEqual([200, { id, deleted: true, success: true }])
  expect((await house.request('GET', `${endpointsPath}/${id}/deliveries`)).status).toBe(404)
  expect((await house.request('DELETE', `${endpointsPath}/${id}`)).status).toBe(404)
})

testRefusals(
  () => house,
  'admin',
  async () => ({ method: 'DELETE', path: `${endpointsPath}/${(await makeEndpoint(house)).id}` }),
)

testStrangers(
  () => house,
  async () => {
    const { id } = await makeEndpoint(house)
    return { id, method: 'DELETE', path: `${endpointsPath}/${id}` }
  },
)
