import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const make = async () =>
  (await house.request('POST', '/v1/queue-slots', { body: { weekdays: ['mon'], time: '09:00' } })).json.id

describe('who may', () => {
  const request = async () => {
    const id = await make()
    return { method: 'DELETE', path: `/v1/queue-slots/${id}`, id }
  }
  testRefusals(() => house, 'publish', request)
  testStrangers(() => house, request)
})

test('removes the slot, and a post keeps the time that it gave', async () => {
  const id = await make()
  const account = await house.connect('sandbox', { name: 'harbour' })
  const body = { caption: 'words', social_accounts: [account], use_queue: true }
  const before = (await house.request('POST', '/v1/posts', { body })).json
  expect(before.queue).toMatchObject({ slot_id: expect.any(String) })
  for (const slot of (await house.request('GET', '/v1/queue-slots')).json.data) {
    const { status, json } = await house.request('DELETE', `/v1/queue-slots/${slot.id}`)
    expect([status, json]).toEqual([200, { id: slot.id, deleted: true, success: true }])
  }
  expect((await house.request('DELETE', `/v1/queue-slots/${id}`)).status).toBe(404)
  expect((await house.request('GET', `/v1/posts/${before.id}`)).json).toEqual(before)
})
