import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { endpointsPath, makeEndpoint } from '../webhooks/make-endpoint.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

test('answers those of its mode and workspace, newest first, without secrets', async () => {
  const [first, second] = [await makeEndpoint(house), await makeEndpoint(house)]
  await makeEndpoint(house, { key: house.testKey })
  const { status, text, json } = await house.request('GET', endpointsPath)
  expect(status).toBe(200)
  expect(json.data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
  expect(text).not.toContain('whsec_')
  const page = await house.request('GET', `${endpointsPath}?limit=1`)
  const rest = await house.request('GET', page.json.meta.next)
  expect(rest.json.data).toMatchObject([{ id: first.id }])
  expect(
    (await house.request('GET', endpointsPath, { key: (await house.other()).liveKey })).json.data,
  ).toEqual([])
})

test('422: refuses a cursor of another list', async () => {
  expect((await house.request('GET', `${endpointsPath}?cursor=abc.def`)).json).toMatchObject({
    code: 'invalid_cursor',
  })
})

testRefusals(
  () => house,
  'admin',
  async () => ({ method: 'GET', path: endpointsPath }),
)
