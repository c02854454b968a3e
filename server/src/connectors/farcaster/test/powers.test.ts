import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { channelChoices, deletePosts, measurePosts } from '../powers.ts'
import { keepCast } from './fake-world.ts'
import { failureOf, publish } from './steps.ts'
import { answered, type FarcasterHouse, openHouse, refused } from './world.ts'

let house: FarcasterHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
afterEach(() => void house.fake.world.casts.splice(0))

const odd = { remoteId: '../users', url: '', reference: null }

test('deleting removes a cast, also twice, and leaves its answers', async () => {
  const post = await publish(house)
  keepCast(house.fake.world, { fid: 195, text: 'An answer', parent: post.remoteId })
  const remove = (one = post) => deletePosts.delete(one, house.account, house.credentials, house.connectIo)
  await remove()
  await remove()
  expect(house.fake.world.casts).toMatchObject([{ text: 'An answer' }])
  expect((await failureOf(remove(odd))).kind).toBe('invalid')
  const call = 'DELETE /v2/farcaster/cast/'
  for (const [answer, kind] of [
    [refused(404, 'Signer not found'), 'unauthorized'],
    [refused(403), 'forbidden'],
    [refused(400), 'invalid'],
    [answered(404, '<h1>404</h1>'), 'unavailable'],
    [refused(500), 'unavailable'],
  ] as const) {
    house.fake.inject(call, answer)
    expect([answer.status, (await failureOf(remove())).kind]).toEqual([answer.status, kind])
  }
})

test('a signer that may not delete says so before anybody asks for it', () => {
  const refusalWith = (permissions: string[]) =>
    deletePosts.refusal({ ...house.account, settings: { fid: 194, permissions } })
  expect(refusalWith(['WRITE_ALL'])).toBeNull()
  expect(refusalWith(['PUBLISH_CAST', 'DELETE_CAST'])).toBeNull()
  expect(refusalWith(['PUBLISH_CAST'])).toMatch(/may not delete/)
})

test('figures come for several casts at once, and are null for one that is gone', async () => {
  const [first, second] = [await publish(house, { text: 'One' }), await publish(house, { text: 'Two' })]
  const figures = await house.world.engage?.(second.remoteId)
  const measure = (posts = [first, { ...odd, remoteId: `0x${'1'.repeat(40)}` }, second]) =>
    measurePosts.measure(posts, house.account, house.credentials, house.connectIo)
  const calls = house.fake.calls.length
  expect(await measure()).toEqual([{ likes: 0, comments: 0, shares: 0 }, null, figures])
  expect(house.fake.calls.length - calls).toBe(1)
  expect((await failureOf(measure([odd]))).kind).toBe('invalid')
  house.fake.inject('GET /v2/farcaster/casts/', answered(200, { result: {} }))
  expect((await failureOf(measure())).kind).toBe('unavailable')
})

test('channels are those of the account, and all that fit the words', async () => {
  const list = (query: string) =>
    channelChoices.list(
      { option: 'channel', query, account: house.account, credentials: house.credentials },
      house.connectIo,
    )
  expect(await list('')).toEqual([])
  await publish(house, { options: { channel: 'boats' } })
  expect(await list(' ')).toEqual([{ value: 'boats', label: 'Boats', detail: 'All about boats' }])
  expect(await list('FOO')).toEqual([{ value: 'food', label: 'Food', detail: 'All about food' }])
  house.fake.inject('GET /v2/farcaster/channel/search/', answered(200, { channels: [{ name: 'No id' }] }))
  expect(await list('x')).toEqual([])
})
