import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { endpointsPath, makeEndpoint } from '../webhooks/make-endpoint.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

test('answers the delivery of a test event, which only this endpoint gets', async () => {
  const { id } = await makeEndpoint(house, { events: ['media.ready'] })
  const { status, json } = await house.request('POST', `${endpointsPath}/${id}/test`)
  expect([status, json]).toMatchObject([
    200,
    {
      webhook_endpoint_id: id,
      event_type: 'webhook_endpoint.test',
      status: 'pending',
      tries: { failed: 0, most: 1 },
    },
  ])
  // Events are read once every transaction before them has ended, also one of another test.
  await expect
    .poll(async () => (await house.request('GET', `/v1/events?subject=${id}`)).json.data)
    .toMatchObject([{ id: json.event_id, type: 'webhook_endpoint.test' }])
})

testRefusals(
  () => house,
  'admin',
  async () => ({ method: 'POST', path: `${endpointsPath}/${(await makeEndpoint(house)).id}/test` }),
)

testStrangers(
  () => house,
  async () => {
    const { id } = await makeEndpoint(house)
    return { id, method: 'POST', path: `${endpointsPath}/${id}/test` }
  },
)
