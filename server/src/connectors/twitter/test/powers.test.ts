import { afterEach, beforeEach, expect, test } from 'vitest'
import { deletePosts, measurePosts } from '../powers.ts'
import { failureOf, readyToSend, send } from './steps.ts'
import { answered, openHouse, type XHouse } from './world.ts'

let house: XHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const named = (remoteId: string) => ({
  remoteId,
  url: `https://x.com/alice/status/${remoteId}`,
  reference: null,
})

async function publish(text: string) {
  const made = await send(house, await readyToSend(house, { text }))
  if (made.outcome !== 'published') throw new Error('It was not published.')
  return made
}

const remove = (id: string) =>
  deletePosts.delete(named(id), house.account, house.credentials, house.connectIo)
const measure = (ids: string[]) =>
  measurePosts.measure(ids.map(named), house.account, house.credentials, house.connectIo)

test('a post is deleted, and to delete one that is gone is no error', async () => {
  expect(deletePosts.refusal(house.account)).toBe(null)
  const { remoteId } = await publish('Hello')
  await remove(remoteId)
  expect(house.fake.world.posts).toEqual([])
  await remove(remoteId)
})

test.each([
  [answered(200, { data: { deleted: false } }), 'unavailable'],
  [{ ...answered(404, {}), body: '<h1>404</h1>' }, 'invalid'],
  [answered(403, { title: 'Forbidden', detail: 'No' }), 'forbidden'],
  [answered(402, { title: 'CreditsDepleted', detail: 'No' }), 'app_unusable'],
])('an answer of %j deletes nothing', async (answer, kind) => {
  house.fake.inject('DELETE /2/tweets/1234', answer)
  expect((await failureOf(remove('1234'))).kind).toBe(kind)
})

test('posts are measured together, in their order; one that is gone has no figures', async () => {
  const [first, second] = [await publish('One'), await publish('Two')]
  const figures = { views: 600, likes: 4, comments: 3, shares: 3, saves: 5, clicks: 7 }
  const gone = String(BigInt(second.remoteId) + 1n)
  expect(await measure([second.remoteId, gone, first.remoteId])).toEqual([figures, null, figures])
  expect(house.fake.calls.filter(({ name }) => name === 'GET /2/tweets')).toHaveLength(1)
})

test('clicks of posts that are older than a month are not asked for', async () => {
  const { remoteId } = await publish('One')
  const old = '1000000000000000000'
  const [post] = house.fake.world.posts
  if (!post) throw new Error('There is no post.')
  house.fake.world.posts.push({ ...post, id: old })
  const [measured, young] = await measure([old, remoteId])
  expect(measured).toEqual({ views: 600, likes: 4, comments: 3, shares: 3, saves: 5 })
  expect(young).toHaveProperty('clicks', 7)
})

test('a post of which X says nothing has no figures, and figures that are none are left out', async () => {
  const id = '1000000000000000000'
  house.fake.inject('GET /2/tweets', answered(200, {}))
  expect(await measure([id])).toEqual([{}])
  const data = [{ id, public_metrics: { like_count: -1, reply_count: 'many', impression_count: 9 } }]
  house.fake.inject('GET /2/tweets', answered(200, { data }))
  expect(await measure([id])).toEqual([{ views: 9 }])
})
