import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { endpointsPath, makeEndpoint, storeDelivery } from '../webhooks/make-endpoint.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const resend = (id: string, since: string) =>
  house.request('POST', `${endpointsPath}/${id}/resend`, { body: { since } })

test('sends what failed or was kept since a time, and nothing else', async () => {
  const { id } = await makeEndpoint(house)
  const old = await storeDelivery(house, id, 'failed', new Date('2026-01-01T00:00:00Z'))
  const delivered = await storeDelivery(house, id, 'delivered')
  await storeDelivery(house, id, 'failed')
  await storeDelivery(house, id, 'kept')
  const { status, json } = await resend(id, '2026-01-02T00:00:00Z')
  expect([status, json]).toEqual([200, { resent: 2, more: false }])
  const { data } = (await house.request('GET', `${endpointsPath}/${id}/deliveries?status=failed,delivered`))
    .json
  expect(data.map((each: { id: string }) => each.id).sort()).toEqual([old, delivered].sort())
})

test('409: the endpoint is off', async () => {
  const { id } = await makeEndpoint(house)
  await house.request('PATCH', `${endpointsPath}/${id}`, { body: { status: 'disabled' } })
  expect((await resend(id, '2026-01-02T00:00:00Z')).json).toMatchObject({
    status: 409,
    code: 'endpoint_disabled',
  })
})

test('422: the time is none', async () => {
  const { id } = await makeEndpoint(house)
  expect((await resend(id, 'yesterday')).json).toMatchObject({ status: 422, errors: [{ pointer: '/since' }] })
})

testRefusals(
  () => house,
  'admin',
  async () => ({
    method: 'POST',
    path: `${endpointsPath}/${(await makeEndpoint(house)).id}/resend`,
    body: { since: '2026-01-02T00:00:00Z' },
  }),
)

testStrangers(
  () => house,
  async () => {
    const { id } = await makeEndpoint(house)
    return {
      id,
      method: 'POST',
      path: `${endpointsPath}/${id}/resend`,
      body: { since: '2026-01-02T00:00:00Z' },
    }
  },
)
