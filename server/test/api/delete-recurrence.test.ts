import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { makeRecurrence } from './one-recurrence.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
})
afterAll(() => house.stop())

const daily = { rule: { unit: 'day', times: ['09:00'] } }

test('takes the posts to come along, once', async () => {
  const { id } = await makeRecurrence(house, harbour, daily)
  const { status, json } = await house.request('DELETE', `/v1/recurrences/${id}`)
  expect([status, json]).toEqual([
    200,
    { id, deleted: true, success: true, posts: { added: 0, updated: 0, removed: 30, left: 0 } },
  ])
  expect((await house.request('GET', `/v1/posts?recurrence_id=${id}`)).json.data).toEqual([])
  expect((await house.request('DELETE', `/v1/recurrences/${id}`)).status).toBe(404)
})

test('leaves them where that is asked', async () => {
  const { id } = await makeRecurrence(house, harbour, daily)
  const { json } = await house.request('DELETE', `/v1/recurrences/${id}?keep_posts=true`)
  expect(json.posts).toMatchObject({ removed: 0, left: 30 })
  expect((await house.request('GET', `/v1/posts?recurrence_id=${id}`)).json.meta.total).toBe(30)
})

const request = async () => {
  const { id } = await makeRecurrence(house, harbour)
  return { method: 'DELETE', path: `/v1/recurrences/${id}`, id }
}
testRefusals(() => house, 'write', request)
testStrangers(() => house, request)
