import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { endpointsPath, makeEndpoint, storeDelivery } from '../webhooks/make-endpoint.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const list = async (id: string, query = '') => {
  const { status, json } = await house.request('GET', `${endpointsPath}/${id}/deliveries${query}`)
  expect(status).toBe(200)
  return json
}
const idsOf = ({ data }: { data: { id: string }[] }) => data.map((each) => each.id)

test('answers deliveries newest first, filtered by status, type of event and time', async () => {
  const { id } = await makeEndpoint(house)
  const old = await storeDelivery(house, id, 'failed', new Date('2026-01-02T10:00:00Z'))
  const kept = await storeDelivery(house, id, 'kept')
  const late = await storeDelivery(house, id, 'delivered', new Date(Date.now() + 1_000))
  expect(idsOf(await list(id))).toEqual([late, kept, old])
  expect((await list(id)).data[2]).toMatchObject({
    status: 'failed',
    attempts: [{ number: 1, status_code: 500, success: false, error: { code: 'not_accepted' } }],
  })
  expect(idsOf(await list(id, '?status=failed,kept'))).toEqual([kept, old])
  expect(idsOf(await list(id, '?event_type=post.posted'))).toEqual([])
  expect(idsOf(await list(id, '?from=2026-01-02&to=2026-01-02'))).toEqual([old])
  const page = await list(id, '?limit=1')
  expect(idsOf((await house.request('GET', page.meta.next)).json)).toEqual([kept])
})

test.each(['?status=lost', '?event_type=no.event', '?from=yesterday', '?cursor=x.y'])(
  '422: refuses %s',
  async (query) => {
    const { id } = await makeEndpoint(house)
    expect((await house.request('GET', `${endpointsPath}/${id}/deliveries${query}`)).status).toBe(422)
  },
)

testRefusals(
  () => house,
  'admin',
  async () => ({ method: 'GET', path: `${endpointsPath}/${(await makeEndpoint(house)).id}/deliveries` }),
)

testStrangers(
  () => house,
  async () => {
    const { id } = await makeEndpoint(house)
    return { id, method: 'GET', path: `${endpointsPath}/${id}/deliveries` }
  },
)
