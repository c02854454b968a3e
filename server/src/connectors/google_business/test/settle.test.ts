import { afterEach, beforeEach, expect, test } from 'vitest'
import { calls } from './fake.ts'
import { failureOf, layOut, publish } from './steps.ts'
import { answered, type BusinessHouse, openHouse, refused } from './world.ts'

let house: BusinessHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const hourMs = 3_600_000

/** A post whose answer is lost, as far as `settle`. */
async function loseAnswer(laid: Parameters<typeof layOut>[1] = {}) {
  const bench = await layOut(house, laid)
  const sent = await bench.readyToSend()
  house.fake.inject(calls.publish, { kind: 'lose_answer' })
  expect((await failureOf(bench.send(sent))).kind).toBe('unknown_outcome')
  return { bench, sent }
}

/** A post that Google has taken. */
async function take(laid: Parameters<typeof layOut>[1] = {}) {
  const bench = await layOut(house, laid)
  const sent = await bench.readyToSend()
  const committed = await bench.send(sent)
  if (committed.outcome !== 'accepted') throw new Error('It was not accepted.')
  return { bench, sent: { ...sent, ref: committed.ref } }
}

test('a post is published once Google shows it, with its address there', async () => {
  const { bench, sent } = await take()
  expect(await bench.settle(sent)).toEqual({ outcome: 'pending', againInMs: 2_000 })
  expect(await bench.settleFully(sent)).toEqual({
    outcome: 'published',
    remoteId: sent.ref,
    url: `https://local.google.com/place?id=201&lpsid=${sent.ref}`,
    reference: null,
  })
})

test('a post is looked at less and less often', async () => {
  house.fake.world.processMs = hourMs
  const { bench, sent } = await take()
  const pauses = await Promise.all(
    [0, 1, 5, 40].map(async (looks) => {
      const settled = await bench.settle({ ...sent, looks })
      return settled.outcome === 'pending' ? settled.againInMs : null
    }),
  )
  expect(pauses).toEqual([2_000, 4_000, 64_000, 300_000])
})

test('a post that Google still looks at is under way, however long that takes, and is not said to be public', async () => {
  house.fake.world.processMs = 24 * hourMs
  const { bench, sent } = await take()
  const after = (ms: number) => bench.settle(sent, new Date(sent.firstSentAt.getTime() + ms))
  for (const hours of [1, 2, 23]) expect(await after(hours * hourMs)).toMatchObject({ outcome: 'pending' })
})

test.each([
  ['after it was taken', take],
  ['after its answer was lost', loseAnswer],
])('a post that Google rejects %s has failed, and a person reads why', async (_, send) => {
  const { bench, sent } = await send({ text: 'Call +441225123456' })
  const settled = await bench.settleFully(sent)
  if (settled.outcome !== 'rejected') throw new Error(`It is ${settled.outcome}.`)
  expect(settled.failure).toMatchObject({
    kind: 'invalid',
    platformCode: 'REJECTED',
    message: expect.stringContaining('content policy'),
  })
})

test('a state that nobody knows yet is no verdict', async () => {
  const { bench, sent } = await take()
  const name = `accounts/101/locations/201/localPosts/${sent.ref}`
  house.fake.inject(calls.read, answered(200, { name, state: 'SCHEDULED' }))
  expect(await bench.settle(sent)).toMatchObject({ outcome: 'pending' })
  house.fake.inject(calls.read, answered(200, { name: `${name}7`, state: 'LIVE' }))
  expect((await failureOf(bench.settle(sent))).kind).toBe('unavailable')
})

test('a post that is gone after it was taken is for a person to explain; a page of somebody else says nothing', async () => {
  const { bench, sent } = await take()
  house.fake.inject(calls.read, answered(404, '<h1>404</h1>'))
  expect((await failureOf(bench.settle(sent))).kind).toBe('invalid')
  house.fake.inject(calls.read, refused(503, 'UNAVAILABLE'))
  expect((await failureOf(bench.settle(sent))).kind).toBe('unavailable')
  await house.world.deleteByHand?.(sent.ref)
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
})

const everything = {
  cta_action_type: 'LEARN_MORE',
  cta_url: 'https://boats.example',
  language_code: 'en-GB',
  event: { title: 'A regatta', start_date: '2030-05-01' },
}

test.each([
  ['a text', {}],
  ['an event with a button', { options: everything }],
  ['an offer', { options: { ...everything, offer: { coupon_code: 'SAILS' } } }],
  ['a photo', { photos: 1 }],
  ['a photo alone', { text: '', photos: 1 }],
])('after a lost answer %s is found', async (_, laid) => {
  const { bench, sent } = await loseAnswer(laid)
  const [post] = house.fake.world.posts
  expect(await bench.settleFully(sent)).toMatchObject({ outcome: 'published', remoteId: post?.id })
})

test.each([
  ['another text', { text: 'Another day' }],
  ['another button', { options: { cta_action_type: 'CALL' } }],
  ['another kind', { options: { event: everything.event } }],
  ['a photo', { photos: 1 }],
])('a post with %s that was made meanwhile is not taken for ours', async (_, laid) => {
  const bench = await layOut(house)
  const sent = await bench.readyToSend()
  await publish(house, laid)
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
})

test('posts from before are not taken for ours, nor is one of two that look alike', async () => {
  await publish(house)
  const { bench, sent } = await loseAnswer()
  expect(await bench.settleFully(sent)).toMatchObject({ outcome: 'published' })
  await publish(house)
  expect(await bench.settle(sent)).toMatchObject({ outcome: 'several', posts: [{}, {}] })
})

test('where Google repeats the address of a photo, that alone decides', async () => {
  house.fake.world.repeatsSource = true
  const { bench, sent } = await loseAnswer({ photos: 1 })
  const [ours] = house.fake.world.posts
  // A post with the same words and another photo, by another program.
  await publish(house, { photos: 1 })
  expect(await bench.settleFully(sent)).toMatchObject({ outcome: 'published', remoteId: ours?.id })
})
