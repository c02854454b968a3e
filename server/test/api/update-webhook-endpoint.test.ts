import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { endpointsPath, makeEndpoint, storeDelivery } from '../webhooks/make-endpoint.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const change = (id: string, body: object) => house.request('PATCH', `${endpointsPath}/${id}`, { body })

test('changes what it names and leaves the rest', async () => {
  const { id, secret, ...before } = await makeEndpoint(house, { events: ['media.ready'] })
  const { status, json } = await change(id, { description: 'New' })
  expect([status, json]).toEqual([200, { id, ...before, description: 'New' }])
  expect((await change(id, { events: [], url: 'https://other.example.org/' })).json).toMatchObject({
    events: [],
    url: 'https://other.example.org/',
    description: 'New',
  })
  expect(secret).toMatch(/^whsec_/)
})

test('switches off, which keeps what is pending, and on again', async () => {
  const { id } = await makeEndpoint(house)
  await storeDelivery(house, id, 'pending')
  expect((await change(id, { status: 'disabled' })).json).toMatchObject({
    status: 'disabled',
    disabled_reason: 'person',
    disabled_at: expect.any(String),
    kept_deliveries: 1,
  })
  const on = (await change(id, { status: 'enabled' })).json
  expect(on).toMatchObject({ status: 'enabled', disabled_reason: null, disabled_at: null })
  expect((await house.request('GET', `${endpointsPath}/${id}/deliveries`)).json.data).toMatchObject([
    { status: 'kept' },
  ])
})

test.each([
  [{ url: 'https://10.0.0.1/' }, '/url', 'url_not_allowed'],
  [{ status: 'gone' }, '/status', 'not_allowed'],
  [{ secret: 'whsec_mine' }, '/secret', 'unknown_field'],
  [{ workspace_id: 'x' }, '/workspace_id', 'unknown_field'],
])('422: refuses %j', async (body, pointer, code) => {
  const { id } = await makeEndpoint(house)
  expect((await change(id, body)).json).toMatchObject({ status: 422, errors: [{ pointer, code }] })
})

testRefusals(
  () => house,
  'admin',
  async () => ({
    method: 'PATCH',
    path: `${endpointsPath}/${(await makeEndpoint(house)).id}`,
    body: { description: 'New' },
  }),
)

testStrangers(
  () => house,
  async () => {
    const { id } = await makeEndpoint(house)
    return { id, method: 'PATCH', path: `${endpointsPath}/${id}`, body: { description: 'New' } }
  },
)
