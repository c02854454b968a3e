import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const make = async () =>
  (
    await house.request('POST', '/v1/queue-slots', {
      body: { weekdays: ['mon', 'tue'], time: '09:00', timezone: 'Europe/Berlin', jitter_minutes: 5 },
    })
  ).json
const change = (id: string, body: object) => house.request('PATCH', `/v1/queue-slots/${id}`, { body })

describe('who may', () => {
  const request = async () => {
    const { id } = await make()
    return { method: 'PATCH', path: `/v1/queue-slots/${id}`, body: { time: '10:00' }, id }
  }
  testRefusals(() => house, 'publish', request)
  testStrangers(() => house, request)
})

test('changes what is named and keeps the rest', async () => {
  const before = await make()
  const { status, json } = await change(before.id, { time: '17:45', timezone: null })
  expect(status).toBe(200)
  expect(json).toEqual({ ...before, time: '17:45', timezone: null, updated_at: expect.any(String) })
  expect(json.updated_at > before.updated_at).toBe(true)
  expect((await change(before.id, {})).json).toMatchObject({ time: '17:45', jitter_minutes: 5 })
})

test('takes every member, also the empty ones', async () => {
  const { id } = await make()
  const account = await house.connect('sandbox', { name: 'harbour' })
  const body = {
    weekdays: ['sat'],
    time: '00:00',
    timezone: 'UTC',
    social_account_id: account,
    jitter_minutes: 0,
    enabled: false,
  }
  expect((await change(id, body)).json).toMatchObject(body)
  expect((await change(id, { social_account_id: null, enabled: true })).json).toMatchObject({
    ...body,
    social_account_id: null,
    enabled: true,
  })
})

test('422: says what is wrong, and changes nothing', async () => {
  const before = await make()
  const { status, json } = await change(before.id, { time: '10:00', timezone: 'Nowhere' })
  expect([status, json.code]).toEqual([422, 'timezone_unknown'])
  expect((await house.request('GET', '/v1/queue-slots')).json.data[0]).toEqual(before)
})
