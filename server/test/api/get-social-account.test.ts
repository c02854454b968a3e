import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let id: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  id = await house.connect('sandbox', { name: 'Harbour' })
})
afterAll(() => house.stop())

const get = (accountId: string, key = house.liveKey) =>
  house.request('GET', `/v1/social-accounts/${accountId}`, { key })

test('answers the account as the list shows it', async () => {
  const { status, json } = await get(id)
  expect(status).toBe(200)
  const list = await house.request('GET', '/v1/social-accounts')
  expect(list.json.data).toEqual([json])
})

test('shows it to a test key when it is test data', async () => {
  const pretend = await house.connect('sandbox', { name: 'Harbour' }, 'test')
  expect((await get(pretend, house.testKey)).json.id).toBe(pretend)
  expect(pretend).not.toBe(id)
})

test('is 404 once it is disconnected', async () => {
  const gone = await house.connect('sandbox', { name: 'Gone' })
  await house.request('DELETE', `/v1/social-accounts/${gone}`)
  expect((await get(gone)).json).toMatchObject({ status: 404, code: 'not_found' })
})

const admissible = async () => {
  return { id, method: 'GET', path: `/v1/social-accounts/${id}` }
}
testRefusals(() => house, 'read', admissible)
testStrangers(() => house, admissible)
