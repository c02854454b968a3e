import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { endpointsPath, makeEndpoint, storeDelivery } from '../webhooks/make-endpoint.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const resend = (id: string, delivery: string) =>
  house.request('POST', `${endpointsPath}/${id}/deliveries/${delivery}/resend`)

test('makes a delivery pending again, with a schedule of its own and the log it has', async () => {
  const { id } = await makeEndpoint(house)
  for (const state of ['failed', 'delivered', 'pending'] as const) {
    const { status, json } = await resend(id, await storeDelivery(house, id, state))
    expect([status, json]).toMatchObject([
      200,
      { status: 'pending', tries: { failed: 0 }, attempts: [{ number: 1 }] },
    ])
    expect(Date.parse(json.next_attempt_at) - Date.now()).toBeLessThan(1_000)
  }
})

test('409: the endpoint is off', async () => {
  const { id } = await makeEndpoint(house)
  const delivery = await storeDelivery(house, id, 'kept')
  await house.request('PATCH', `${endpointsPath}/${id}`, { body: { status: 'disabled' } })
  expect((await resend(id, delivery)).json).toMatchObject({ status: 409, code: 'endpoint_disabled' })
})

const admissible = async () => {
  const { id } = await makeEndpoint(house)
  const delivery = await storeDelivery(house, id)
  return { id: delivery, method: 'POST', path: `${endpointsPath}/${id}/deliveries/${delivery}/resend` }
}

testRefusals(() => house, 'admin', admissible)
testStrangers(() => house, admissible)

test('404: a delivery belongs to its endpoint', async () => {
  const { id } = await makeEndpoint(house)
  const other = await makeEndpoint(house)
  const delivery = await storeDelivery(house, id)
  const path = `${endpointsPath}/${other.id}/deliveries/${delivery}/resend`
  expect((await house.request('POST', path)).json).toMatchObject({ status: 404, code: 'not_found' })
})
