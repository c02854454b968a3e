import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { makeReviewLink, reviewLinksPath } from '../review-link.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const list = async (query = '', key = house.liveKey) =>
  (await house.request('GET', `${reviewLinksPath}${query}`, { key })).json
const make = async (recipient: string, key = house.liveKey) => {
  const { url: _, token: __, ...link } = await makeReviewLink(house, { recipient, filter: {} }, { key })
  return link
}

test('lists the links of the workspace and the mode, newest first, in pages and without their secrets', async () => {
  const made = []
  for (const name of ['a', 'b', 'c']) made.unshift(await make(name))
  await make('test', house.testKey)
  expect(await list()).toEqual({ data: made, meta: { total: 3, offset: 0, limit: 10, next: null } })
  const first = await list('?limit=2')
  expect(first.data).toEqual(made.slice(0, 2))
  expect(await list(new URL(first.meta.next).search)).toMatchObject({
    data: made.slice(2),
    meta: { next: null },
  })
  const { liveKey } = await house.other()
  expect((await list('', liveKey)).data).toEqual([])
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: reviewLinksPath }),
)
