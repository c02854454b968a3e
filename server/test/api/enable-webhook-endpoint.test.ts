import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { endpointsPath, makeEndpoint } from '../webhooks/make-endpoint.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

test('switches an endpoint on that was off, and leaves one alone that is on', async () => {
  const { id } = await makeEndpoint(house)
  const before = (await house.request('GET', `${endpointsPath}/${id}`)).json
  await house.request('PATCH', `${endpointsPath}/${id}`, { body: { status: 'disabled' } })
  for (let turn = 0; turn < 2; turn += 1) {
    const { status, json } = await house.request('POST', `${endpointsPath}/${id}/enable`)
    expect([status, json]).toEqual([200, before])
  }
})

testRefusals(
  () => house,
  'admin',
  async () => ({ method: 'POST', path: `${endpointsPath}/${(await makeEndpoint(house)).id}/enable` }),
)

testStrangers(
  () => house,
  async () => {
    const { id } = await makeEndpoint(house)
    return { id, method: 'POST', path: `${endpointsPath}/${id}/enable` }
  },
)
