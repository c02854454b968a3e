import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const list = async (query = '', key = house.liveKey) =>
  (await house.request('GET', `/v1/queue-slots${query}`, { key })).json
const create = async (body: object, key = house.liveKey) =>
  (await house.request('POST', '/v1/queue-slots', { body: { weekdays: ['mon'], ...body }, key })).json

test('answers all slots of the mode, newest first, and pages where a limit is given', async () => {
  expect(await list()).toEqual({ data: [], meta: { total: 0, offset: 0, limit: 0, next: null } })
  const slots = []
  for (const time of ['09:00', '10:00', '11:00']) slots.push(await create({ time }))
  await create({ time: '12:00' }, house.testKey)
  await create({ time: '13:00' }, (await house.other()).liveKey)
  expect((await list()).data).toEqual(slots.toReversed())
  const page = await list('?limit=2')
  expect(page.data).toEqual([slots[2], slots[1]])
  const next = new URL(page.meta.next)
  expect((await list(next.search)).data).toEqual([slots[0]])
  expect((await list('', house.testKey)).data).toMatchObject([{ time: '12:00' }])
})

test('answers the slots of an account', async () => {
  const account = await house.connect('sandbox', { name: 'harbour' })
  const own = await create({ time: '15:00', social_account_id: account })
  expect((await list(`?social_account_id=${account}`)).data).toEqual([own])
})

test('422: an account whose id cannot be one', async () => {
  expect((await house.request('GET', '/v1/queue-slots?social_account_id=7')).status).toBe(422)
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/queue-slots' }),
)
