import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CommitStep } from '../../connector.ts'
import { listing, publishing } from './fake.ts'
import type { FakePost } from './fake-world.ts'
import { type Bench, failureOf, layOut, pictures, publish } from './steps.ts'
import { answered, makeVideo, openHouse, type TumblrHouse } from './world.ts'

let house: TumblrHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const minuteMs = 60_000

async function lose(bench: Bench): Promise<CommitStep> {
  const sent = await bench.readyToSend()
  house.fake.inject(publishing, { kind: 'lose_answer' })
  expect((await failureOf(bench.send(sent))).kind).toBe('unknown_outcome')
  return sent
}

/** Changes the post that was made last. */
function change(changes: Partial<FakePost>): void {
  const { posts } = house.fake.world
  const last = posts.at(-1)
  if (last) posts[posts.length - 1] = { ...last, ...changes }
}

test.each([
  ['a text', async () => layOut(house)],
  [
    'a text of several blocks',
    async () => layOut(house, { text: `One  two\n\n${'long '.repeat(2_000)}\n\nEnd` }),
  ],
  ['a text with a title', async () => layOut(house, { options: { title: ' At sea ' } })],
  ['a link alone', async () => layOut(house, { text: '', options: { link: 'https://boats.example/a' } })],
  ['pictures', async () => layOut(house, { media: await pictures(house, 3) })],
  ['a video', async () => layOut(house, { media: [await makeVideo()] })],
])('%s whose answer was lost is found', async (_, lay) => {
  const bench = await lay()
  const sent = await lose(bench)
  const [post] = house.fake.world.posts
  const url = `https://harbour.tumblr.com/post/${post?.id}`
  expect(await bench.settle(sent)).toEqual({
    outcome: 'published',
    remoteId: post?.id,
    url,
    reference: null,
  })
})

test.each<[string, Partial<FakePost>]>([
  ['another text', { content: [{ type: 'text', text: 'On land' }] }],
  [
    'a picture',
    {
      content: [
        { type: 'image', media: [] },
        { type: 'text', text: 'A day at sea' },
      ],
    },
  ],
  [
    'a link',
    {
      content: [
        { type: 'text', text: 'A day at sea' },
        { type: 'link', url: 'https://a.example' },
      ],
    },
  ],
  ['being a reblog', { isReblog: true }],
  ['a time before ours', { visibleAt: Date.now() - 120_000 }],
])('a text that differs by %s is not ours', async (_, changes) => {
  const bench = layOut(house)
  const sent = await lose(bench)
  change(changes)
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
})

test('a post that was there before is not ours, and two that could be are shown to a person', async () => {
  const earlier = await publish(house)
  const bench = layOut(house)
  const sent = await lose(bench)
  house.fake.world.posts.pop()
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
  const [later, last] = [await publish(house), await publish(house)]
  const settled = JSON.stringify(await bench.settle(sent))
  expect(settled).toContain('several')
  for (const { remoteId } of [later, last]) expect(settled).toContain(remoteId)
  expect(settled).not.toContain(earlier.remoteId)
})

test('a post that many others of the same minutes stand before is found on a further page', async () => {
  const bench = layOut(house)
  const sent = await lose(bench)
  for (let index = 0; index < 45; index++) await publish(house, { text: `Later ${index}` })
  const [post] = house.fake.world.posts
  expect(await bench.settle(sent)).toMatchObject({ outcome: 'published', remoteId: post?.id })
  for (let index = 0; index < 20; index++) await publish(house, { text: `Too late ${index}` })
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
})

test('a video is shown under another id once it is processed, and is known by the first', async () => {
  house.fake.world.processMs = minuteMs
  const bench = layOut(house, { media: [await makeVideo()] })
  const sent = await bench.readyToSend()
  const answer = await bench.send(sent)
  const [post] = house.fake.world.posts
  expect(answer).toEqual({ outcome: 'accepted', ref: post?.genesisId, againInMs: 5_000 })
  expect(post?.id).not.toBe(post?.genesisId)
  const accepted = { ...sent, ref: post?.genesisId ?? null }
  const after = (ms: number) => bench.settle(accepted, new Date(accepted.firstSentAt.getTime() + ms))
  expect(await after(1_000)).toEqual({ outcome: 'pending', againInMs: 10_000 })
  expect(await after(4 * minuteMs)).toEqual({ outcome: 'pending', againInMs: minuteMs })
  expect(await after(119 * minuteMs)).toEqual({ outcome: 'pending', againInMs: 5 * minuteMs })
  expect(await after(120 * minuteMs)).toEqual({ outcome: 'not_found' })
  // The person changed its words meanwhile, and made another one with the old words.
  change({ visibleAt: Date.now(), content: [{ type: 'text', text: 'Changed' }] })
  expect(await bench.settle(accepted)).toMatchObject({ outcome: 'published', remoteId: post?.id })
})

test('while a video is processed another post with the same words is not ours, unless Tumblr tells no first id', async () => {
  const video = await makeVideo()
  house.fake.world.processMs = minuteMs
  const bench = layOut(house, { media: [video] })
  const sent = await bench.readyToSend()
  await bench.send(sent)
  const [post] = house.fake.world.posts
  if (!post) throw new Error('There is no post.')
  const accepted = { ...sent, ref: post.genesisId }
  house.fake.world.posts.push({ ...post, id: '790000000000999999', genesisId: null, visibleAt: Date.now() })
  expect(await bench.settle(accepted)).toMatchObject({ outcome: 'pending' })
  house.fake.world.tellsGenesis = false
  expect(await bench.settle(accepted)).toMatchObject({ outcome: 'published', remoteId: '790000000000999999' })
})

test('a video that Tumblr cannot process is a question in the end', async () => {
  house.fake.world.isFailing = true
  const bench = layOut(house, { media: [await makeVideo()] })
  const sent = await lose(bench)
  expect(await bench.settle(sent)).toMatchObject({ outcome: 'pending' })
  const after = (ms: number) => new Date(sent.firstSentAt.getTime() + ms)
  expect(await bench.settle(sent, after(29 * minuteMs))).toEqual({
    outcome: 'pending',
    againInMs: 5 * minuteMs,
  })
  expect(await bench.settle(sent, after(30 * minuteMs))).toEqual({ outcome: 'not_found' })
})

test('a text or a picture that is not there is not waited for', async () => {
  for (const media of [[], await pictures(house, 1)]) {
    const bench = layOut(house, { media })
    expect(await bench.settle(await bench.readyToSend())).toEqual({ outcome: 'not_found' })
  }
})

test('a list that is not read whole says nothing', async () => {
  const bench = layOut(house)
  const sent = await lose(bench)
  for (const posts of [[{ id: '?' }], [7], null]) {
    house.fake.inject(listing, answered(200, { response: { posts } }))
    expect((await failureOf(bench.settle(sent))).kind).toBe('unavailable')
  }
})
