import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { publishing } from './fake.ts'
import { type FakeCast, keepCast } from './fake-world.ts'
import { failureOf, type Laid, layOut, pictures, publish } from './steps.ts'
import { answered, type FarcasterHouse, openHouse, refused } from './world.ts'

let house: FarcasterHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
afterEach(() => void house.fake.world.casts.splice(0))

/** A cast whose answer was lost; with `arrives` false the request never came to Neynar. */
async function lose(laid: Laid, arrives = true) {
  const bench = await layOut(house, laid)
  house.fake.inject(publishing, { kind: arrives ? 'lose_answer' : 'drop' })
  expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
  return bench
}

const secondMs = 1_000
let later = 0
/** A cast that somebody makes by hand. Each has a second of its own. */
const byHand = (text: string, more: Partial<FakeCast> = {}) =>
  keepCast(house.fake.world, { fid: 194, text, ...more }, new Date(Date.now() + ++later * secondMs))

test('a lost cast is found by everything that it is, and by nothing less', async () => {
  const root = await publish(house, { text: 'The first' })
  const quoted = keepCast(house.fake.world, { fid: 195, text: 'Fresh bread' })
  const laids: Laid[] = [
    { text: ' Mixed\n\n white   space and @bakery' },
    { text: 'An answer', replyTo: root, part: 'thread' },
    { text: 'In a channel', options: { channel: 'boats' } },
    { text: 'See https://harbour.example/ and https://boats.example/a?b=c' },
    { text: 'Look', options: { quote: quoted.hash } },
    { text: 'With a picture', media: await pictures(house, 1) },
    { text: '', media: await pictures(house, 2) },
  ]
  for (const laid of laids) {
    const bench = await lose(laid)
    const made = house.fake.world.casts.at(-1)
    expect(await bench.settle(), laid.text ?? '').toEqual({
      outcome: 'published',
      remoteId: made?.hash,
      url: `https://farcaster.xyz/~/conversations/${made?.hash}`,
      reference: null,
    })
    house.fake.world.casts.pop()
    expect(await bench.settle()).toEqual({ outcome: 'not_found' })
  }
})

test('casts that differ in one thing, or stood there before, are not ours', async () => {
  keepCast(house.fake.world, { fid: 194, text: 'Good morning' }, new Date(Date.now() - 5 * secondMs))
  const other = byHand('Something else')
  const bench = await lose({ text: 'Good morning' }, false)
  byHand('Good morning', { parent: other.hash })
  byHand('Good morning', { channel: 'boats' })
  byHand('Good morning', { embeds: [{ url: 'https://boats.example/' }] })
  byHand('Good morning', { embeds: [{ hash: other.hash }] })
  byHand('Good morning!')
  keepCast(house.fake.world, { fid: 194, text: 'Good morning' }, new Date(Date.now() - 60 * secondMs))
  expect(await bench.settle()).toEqual({ outcome: 'not_found' })
  byHand('Good morning')
  byHand('Good morning')
  expect(await bench.settle()).toMatchObject({ outcome: 'several', posts: [{}, {}] })
})

test('a cast of somebody else in the list is not ours', async () => {
  const bench = await lose({ text: 'Good morning' })
  const [cast] = house.fake.world.casts
  const shown = {
    hash: cast?.hash,
    author: { fid: 195 },
    text: 'Good morning',
    timestamp: new Date().toISOString(),
    parent_hash: null,
    parent_url: null,
    embeds: [],
  }
  const list = 'GET /v2/farcaster/feed/user/casts/'
  house.fake.inject(list, answered(200, { casts: [shown], next: { cursor: null } }))
  expect(await bench.settle()).toEqual({ outcome: 'not_found' })
  const ours = { ...shown, author: { fid: 194 } }
  house.fake.inject(list, answered(200, { casts: [ours], next: { cursor: null } }))
  expect(await bench.settle()).toMatchObject({ outcome: 'published', remoteId: cast?.hash })
})

test('a lost cast is found below more casts than fit on a page, and the list is read no further back than to it', async () => {
  for (let index = 1; index <= 120; index++)
    keepCast(house.fake.world, { fid: 194, text: `Old ${index}` }, new Date(Date.now() - index * 60_000))
  const bench = await lose({ text: 'Deep down' })
  for (let index = 0; index < 95; index++) byHand(`More ${index}`)
  const calls = house.fake.calls.length
  expect(await bench.settle()).toMatchObject({ outcome: 'published' })
  expect(house.fake.calls.length - calls).toBe(2)
})

test('a list that cannot be read, or not to its end, says nothing', async () => {
  const bench = await lose({ text: 'Was it heard?' })
  const list = 'GET /v2/farcaster/feed/user/casts/'
  const next = { cursor: null }
  const answers = [
    answered(200, {}),
    answered(200, { casts: {}, next }),
    answered(200, { casts: [null], next }),
    answered(200, { casts: [{ hash: 'short' }], next }),
    answered(502, ''),
    refused(500),
  ]
  for (const answer of answers) {
    house.fake.inject(list, answer)
    expect((await failureOf(bench.settle())).kind).toBe('unavailable')
  }
  house.fake.inject(list, refused(401, 'Incorrect or missing API key'))
  expect((await failureOf(bench.settle())).kind).toBe('unauthorized')
  // A list that never ends is not read for ever.
  const [cast] = house.fake.world.casts
  const shown = { hash: cast?.hash, text: 'Other', timestamp: new Date(Date.now() + 60_000).toISOString() }
  for (let times = 0; times < 12; times++)
    house.fake.inject(list, answered(200, { casts: [shown], next: { cursor: 'more' } }))
  const calls = house.fake.calls.length
  expect(await bench.settle()).toEqual({ outcome: 'not_found' })
  expect(house.fake.calls.length - calls).toBe(10)
})
