import { afterAll, beforeAll, expect, test } from 'vitest'
import { linksPath, makeLink } from '../connect-link.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const list = async (query = '', key = house.liveKey) =>
  (await house.request('GET', `${linksPath}${query}`, { key })).json

test('lists the links of the workspace and the mode, newest first, in pages', async () => {
  const made = []
  for (const name of ['a', 'b', 'c']) made.unshift(await makeLink(house, { name }))
  await makeLink(house, {}, { key: house.testKey })
  const all = await list()
  expect(all).toEqual({ data: made, meta: { total: 3, offset: 0, limit: 10, next: null } })
  const first = await list('?limit=2')
  expect(first.data).toEqual(made.slice(0, 2))
  const rest = await list(new URL(first.meta.next).search)
  expect(rest).toMatchObject({ data: made.slice(2), meta: { next: null } })
  expect((await list('?offset=1&limit=1')).data).toEqual(made.slice(1, 2))
})

test('shows a stranger, and the other mode, nothing', async () => {
  await makeLink(house)
  const { liveKey } = await house.other()
  expect((await list('', liveKey)).data).toEqual([])
  expect((await list('', house.testKey)).data).toHaveLength(1)
})

testRefusals(
  () => house,
  'accounts',
  async () => ({ method: 'GET', path: linksPath }),
)
