import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { expectAdded, type FeedHouse, numbered, startFeedHouse } from '../feeds/feed-house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let at: FeedHouse
let url: string
beforeAll(async () => {
  at = await startFeedHouse()
  url = at.publish('/feed.xml', numbered(3))
})
afterAll(() => at.stop())

test('forgets the feed and its items, and leaves its posts', async () => {
  const id = await expectAdded(at.add({ url, newest: 1 }))
  await at.look()
  const posts = await at.posts()
  const { status, json } = await at.house.request('DELETE', `/v1/feeds/${id}`)
  expect([status, json]).toEqual([200, { id, deleted: true, success: true }])
  expect((await at.house.request('GET', `/v1/feeds/${id}`)).status).toBe(404)
  expect(await at.house.db.rows(sql`select from feed_items where feed_id = ${id}`)).toEqual([])
  expect(await at.posts()).toEqual(posts)
  expect(posts.length).toBe(1)
})

const request = async () => {
  const id = await expectAdded(at.add({ url }))
  return { id, method: 'DELETE', path: `/v1/feeds/${id}` }
}
testRefusals(() => at.house, 'write', request)
testStrangers(() => at.house, request)
