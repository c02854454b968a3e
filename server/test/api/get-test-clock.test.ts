import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const read = () => house.request('GET', '/v1/test-clock', { key: house.testKey })

test('shows the real time until it is moved', async () => {
  const startedAt = Date.now()
  const { status, json } = await read()
  expect(status).toBe(200)
  expect(json).toEqual({
    now: json.real_time,
    real_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    advanced_by_seconds: 0,
    next_due_at: null,
  })
  expect(Date.parse(json.now)).toBeGreaterThanOrEqual(startedAt)
  expect(Date.parse(json.now)).toBeLessThanOrEqual(Date.now() + 1)
})

test('shows when the next of the test data is due, and nothing of live data or drafts', async () => {
  const [testAccount, liveAccount] = [
    await house.connect('sandbox', { name: 'Pier' }, 'test'),
    await house.connect('sandbox', { name: 'Pier' }),
  ]
  const create = (key: string, account: string, hours: number, more = {}) =>
    house.request('POST', '/v1/posts', {
      key,
      body: {
        caption: 'Soon',
        social_accounts: [account],
        scheduled_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
        ...more,
      },
    })
  await create(house.liveKey, liveAccount, 1)
  await create(house.testKey, testAccount, 2, { is_draft: true })
  expect((await read()).json.next_due_at).toBeNull()
  await create(house.testKey, testAccount, 4)
  const sooner = await create(house.testKey, testAccount, 3)
  expect((await read()).json.next_due_at).toBe(sooner.json.scheduled_at)
})

test('403: there is no such clock for a live key', async () => {
  const { status, json } = await house.request('GET', '/v1/test-clock')
  expect([status, json.code]).toEqual([403, 'test_key_required'])
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/test-clock' }),
)
