import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { endpointsPath, makeEndpoint } from '../webhooks/make-endpoint.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const rotate = (id: string, body: object) =>
  house.request('POST', `${endpointsPath}/${id}/rotate-secret`, { body })
const hour = 3_600_000

test('answers a new secret; the old one signs too for a day, or as long as is said', async () => {
  const { id, secret } = await makeEndpoint(house)
  const { status, json } = await rotate(id, {})
  expect(status).toBe(200)
  expect(json.secret).toMatch(/^whsec_/)
  expect(json.secret).not.toBe(secret)
  const left = (until: string) => Math.round((Date.parse(until) - Date.now()) / hour)
  expect(left(json.previous_secret_expires_at)).toBe(24)
  expect(left((await rotate(id, { overlap_seconds: 7_200 })).json.previous_secret_expires_at)).toBe(2)
  expect((await rotate(id, { overlap_seconds: 0 })).json.previous_secret_expires_at).toBeNull()
})

test.each([
  [{ overlap_seconds: 86_401 }, 'too_large'],
  [{ overlap_seconds: -1 }, 'too_small'],
])('422: refuses %j', async (body, code) => {
  const { id } = await makeEndpoint(house)
  expect((await rotate(id, body)).json).toMatchObject({ status: 422, code })
})

testRefusals(
  () => house,
  'admin',
  async () => ({
    method: 'POST',
    path: `${endpointsPath}/${(await makeEndpoint(house)).id}/rotate-secret`,
    body: {},
  }),
)

testStrangers(
  () => house,
  async () => {
    const { id } = await makeEndpoint(house)
    return { id, method: 'POST', path: `${endpointsPath}/${id}/rotate-secret`, body: {} }
  },
)
