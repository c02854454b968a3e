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

test('answers the feed as it was made', async () => {
  const { json } = await at.add({ url })
  expect((await at.house.request('GET', `/v1/feeds/${json.id}`)).json).toEqual(json)
})

const request = async () => {
  const id = await expectAdded(at.add({ url }))
  return { id, method: 'GET', path: `/v1/feeds/${id}` }
}
testRefusals(() => at.house, 'read', request)
testStrangers(() => at.house, request)
