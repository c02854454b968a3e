import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const preview = (body: object) => house.request('POST', '/v1/recurrences/preview', { body })
const rule = { unit: 'month', nth: { place: 'first', weekday: 'mon' }, times: ['09:00'] }

test('says the next times by both clocks, five unless told otherwise', async () => {
  const { status, json } = await preview({ rule, timezone: 'Asia/Tokyo', starts_on: '2027-01-01' })
  expect(status).toBe(200)
  expect(json).toEqual({
    timezone: 'Asia/Tokyo',
    times: ['01-04', '02-01', '03-01', '04-05', '05-03'].map((day) => ({
      at: `2027-${day}T00:00:00.000Z`,
      local_time: `2027-${day}T09:00`,
    })),
  })
  expect((await preview({ rule, count: 50 })).json.times).toHaveLength(50)
})

test('ends where the rule does, and may be empty', async () => {
  expect((await preview({ rule, ends_after: 2 })).json.times).toHaveLength(2)
  expect((await preview({ rule, starts_on: '2020-01-01', ends_on: '2020-02-01' })).json.times).toEqual([])
  expect((await preview({ rule, starts_on: '2020-01-01' })).json.timezone).toBe('UTC')
})

test('422: what is wrong with the rule', async () => {
  const { status, json } = await preview({
    rule: { unit: 'week', times: ['09:00', '09:30'] },
    starts_on: 'tomorrow!!',
  })
  expect([status, json.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
    422,
    ['/rule/weekdays', '/rule/times', '/starts_on'],
  ])
})

test('stores nothing', async () => {
  await preview({ rule })
  expect((await house.request('GET', '/v1/recurrences')).json.data).toEqual([])
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'POST', path: '/v1/recurrences/preview', body: { rule } }),
)
