import { afterAll, beforeAll, expect, test } from 'vitest'

import { expectAdded, type FeedHouse, numbered, startFeedHouse } from '../feeds/feed-house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let at: FeedHouse
let url: string
beforeAll(async () => {
  at = await startFeedHouse()
  url = at.publish('/feed.xml', numbered(3))
})
afterAll(() => at.stop())

test('lists the items in pages, and those of an outcome', async () => {
  const id = await expectAdded(at.add({ url, newest: 1 }))
  const list = async (query: string) => (await at.house.request('GET', `/v1/feeds/${id}/items${query}`)).json
  const titles = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title)
  expect(titles(await list(''))).toEqual(['Item 3', 'Item 2', 'Item 1'])
  expect((await list('')).data[0]).toEqual({
    id: expect.any(String),
    feed_id: id,
    title: 'Item 3',
    link: 'https://harbour.example/3',
    published_at: expect.any(String),
    outcome: 'due',
    post_id: null,
    notes: [],
    found_at: expect.any(String),
  })
  expect(titles(await list('?outcome=seen'))).toEqual(['Item 2', 'Item 1'])
  const page = await list('?limit=2&cursor=')
  expect(titles((await at.house.request('GET', page.meta.next)).json)).toEqual(['Item 1'])
})

const request = async () => {
  const id = await expectAdded(at.add({ url }))
  return { id, method: 'GET', path: `/v1/feeds/${id}/items` }
}
testRefusals(() => at.house, 'read', request)
testStrangers(() => at.house, request)
