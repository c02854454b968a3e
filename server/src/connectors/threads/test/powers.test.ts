import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account } from '../../connector.ts'
import { deleting, measuring } from '../powers.ts'
import { writeSettings } from '../settings.ts'
import { failureOf } from './steps.ts'
import { openHouse, refused, type ThreadsHouse } from './world.ts'

let house: ThreadsHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const named = (remoteId: string) => ({ remoteId, url: 'https://www.threads.com/', reference: null })
const deletePost = (id: string) =>
  deleting.delete(named(id), house.account, house.credentials, house.connectIo)

test('a post is deleted, and one that is gone already is deleted too', async () => {
  const post = house.fake.write('Hello')
  await deletePost(post.id)
  expect(house.fake.posts).toEqual([])
  await deletePost(post.id)
})

test('a post that Threads only says not to find is not taken for deleted', async () => {
  const post = house.fake.write('Hello')
  house.fake.inject('DELETE /v1.0/:id', refused({ code: 100, error_subcode: 33 }))
  expect((await failureOf(deletePost(post.id))).kind).toBe('forbidden')
  expect(house.fake.posts).toHaveLength(1)
})

test('figures are told in the order of the posts: reposts and quotes are shares, and a post that is gone has none', async () => {
  const { id } = house.fake.write('Hello')
  const posts = [named('1'), named(id)]
  const measured = await measuring.measure(posts, house.account, house.credentials, house.connectIo)
  expect(measured).toEqual([null, { views: 10, likes: 11, comments: 12, shares: 27 }])
})

test('a figure that Threads does not tell, or that is none, is left out', async () => {
  const { id } = house.fake.write('Hello')
  const data = [
    { name: 'views', values: [{ value: 3 }] },
    { name: 'likes', values: [{ value: -1 }] },
    { name: 'replies', values: [] },
    null,
  ]
  house.fake.inject('GET /v1.0/:id/insights', { kind: 'answer', status: 200, body: JSON.stringify({ data }) })
  const measured = await measuring.measure([named(id)], house.account, house.credentials, house.connectIo)
  expect(measured).toEqual([{ views: 3 }])
})

test('a permission that was not granted is named, and one of which nobody knows is not', () => {
  const of = (scopes: string[] | null): Account => ({ ...house.account, settings: writeSettings({ scopes }) })
  expect(String(deleting.refusal(of(['threads_basic'])))).toContain('threads_delete')
  expect(String(measuring.refusal(of(['threads_basic'])))).toContain('threads_manage_insights')
  expect([deleting.refusal(of(null)), measuring.refusal(of(null))]).toEqual([null, null])
  expect(deleting.refusal(house.account)).toBeNull()
})
