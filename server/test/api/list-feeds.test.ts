import { afterAll, beforeAll, expect, test } from 'vitest'

import { expectAdded, type FeedHouse, numbered, startFeedHouse } from '../feeds/feed-house.ts'
import { testRefusals } from './refusals.ts'

let at: FeedHouse
let url: string
beforeAll(async () => {
  at = await startFeedHouse()
  url = at.publish('/feed.xml', numbered(3))
})
afterAll(() => at.stop())

test('lists the feeds of this mode, newest first, in pages', async () => {
  const first = await expectAdded(at.add({ url }))
  const second = await expectAdded(at.add({ url }))
  const { json } = await at.house.request('GET', '/v1/feeds')
  expect(json.data.map(({ id }: { id: string }) => id)).toEqual([second, first])
  expect(json.meta).toMatchObject({ total: 2, next: null })
  const page = (await at.house.request('GET', '/v1/feeds?limit=1&cursor=')).json
  expect(page.data[0].id).toBe(second)
  const next = await at.house.request('GET', page.meta.next)
  expect([next.json.data[0].id, next.json.meta.next]).toEqual([first, null])
  expect((await at.house.request('GET', '/v1/feeds', { key: at.house.testKey })).json.data).toEqual([])
})

testRefusals(
  () => at.house,
  'read',
  async () => ({ method: 'GET', path: '/v1/feeds' }),
)
