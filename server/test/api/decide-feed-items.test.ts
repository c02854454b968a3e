import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/lib/id.ts'
import { expectAdded, type FeedHouse, numbered, startFeedHouse } from '../feeds/feed-house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let at: FeedHouse
let url: string
beforeAll(async () => {
  at = await startFeedHouse()
  url = at.publish('/feed.xml', numbered(3))
})
afterAll(() => at.stop())

const decide = (id: string, body: object, key = at.house.liveKey) =>
  at.house.request('POST', `/v1/feeds/${id}/decide`, { key, body })

test('lets a seen item become a post, once', async () => {
  const id = await expectAdded(at.add({ url }))
  const [newest] = await at.items(id)
  const first = await decide(id, { decision: 'post', items: [newest.id] })
  expect(first.json).toMatchObject({ decided: 1, feed: { id, last_item: { outcome: 'due' } } })
  expect((await decide(id, { decision: 'post', items: [newest.id] })).json.decided).toBe(0)
  await at.look()
  expect((await decide(id, { decision: 'skip', items: [newest.id] })).json.decided).toBe(0)
  expect((await at.outcomes(id))[0]).toEqual(['Item 3', 'posted'])
  expect((await decide(id, { decision: 'skip' })).json.decided).toBe(0)
})

test('422: refuses items that this feed has not', async () => {
  const [id, other] = [await expectAdded(at.add({ url })), await expectAdded(at.add({ url }))]
  const [foreign] = await at.items(other)
  const { json } = await decide(id, { decision: 'skip', items: [foreign.id, newId()] })
  expect(json.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual([
    ['/items/0', 'feed_item_not_found'],
    ['/items/1', 'feed_item_not_found'],
  ])
})

test('409: makes no posts for a feed that is paused, and lets its items be skipped', async () => {
  const id = await expectAdded(at.add({ url, newest: 1 }))
  await at.house.request('PATCH', `/v1/feeds/${id}`, { body: { status: 'paused' } })
  expect((await decide(id, { decision: 'post' })).json).toMatchObject({
    status: 409,
    code: 'feed_not_active',
  })
  expect((await decide(id, { decision: 'skip' })).json.decided).toBe(1)
})

const request = async () => {
  const id = await expectAdded(at.add({ url }))
  return { id, method: 'POST', path: `/v1/feeds/${id}/decide`, body: { decision: 'skip' } }
}
testRefusals(() => at.house, 'write', request)
testStrangers(() => at.house, request)
