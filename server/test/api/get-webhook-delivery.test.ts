import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { endpointsPath, makeEndpoint, storeDelivery } from '../webhooks/make-endpoint.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

test('answers what was sent and what was answered', async () => {
  const { id } = await makeEndpoint(house)
  const delivery = await storeDelivery(house, id)
  const { status, json } = await house.request('GET', `${endpointsPath}/${id}/deliveries/${delivery}`)
  expect([status, json]).toMatchObject([
    200,
    {
      id: delivery,
      status: 'failed',
      tries: { failed: 1, most: 10 },
      attempts: [
        {
          duration_ms: 240,
          request_headers: { 'webhook-signature': 'hidden' },
          response_headers: {},
          response_body: 'No',
        },
      ],
    },
  ])
  expect(JSON.parse(json.request_body)).toMatchObject({
    id: json.event_id,
    type: 'post.deleted',
    data: { id: 'x' },
  })
})

const admissible = async () => {
  const { id } = await makeEndpoint(house)
  const delivery = await storeDelivery(house, id)
  return { id: delivery, method: 'GET', path: `${endpointsPath}/${id}/deliveries/${delivery}` }
}

testRefusals(() => house, 'admin', admissible)
testStrangers(() => house, admissible)

test('404: a delivery belongs to its endpoint', async () => {
  const { id } = await makeEndpoint(house)
  const other = await makeEndpoint(house)
  const delivery = await storeDelivery(house, id)
  const path = `${endpointsPath}/${other.id}/deliveries/${delivery}`
  expect((await house.request('GET', path)).json).toMatchObject({ status: 404, code: 'not_found' })
})
