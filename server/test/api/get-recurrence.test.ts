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

test('shows what was made, and the next five times in order, whether their posts are made or not', async () => {
  const made = await makeRecurrence(house, harbour)
  const { status, json } = await house.request('GET', `/v1/recurrences/${made.id}`)
  expect([status, json]).toEqual([200, made])
  const times = json.next_times.map(({ at }: { at: string }) => at)
  expect(times).toHaveLength(5)
  expect(times).toEqual(times.toSorted())
  for (const at of times) expect(at).toMatch(/-01T09:00:00\.000Z$/)
})

const request = async () => {
  const { id } = await makeRecurrence(house, harbour)
  return { method: 'GET', path: `/v1/recurrences/${id}`, id }
}
testRefusals(() => house, 'read', request)
testStrangers(() => house, request)
