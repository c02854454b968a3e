import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CommitStep } from '../../connector.ts'
import { commenting, publishing, publishingGallery } from './fake.ts'
import type { FakePost } from './fake-world.ts'
import { aCover, type Bench, failureOf, layOut, layOutVideo, pictures, publish } from './steps.ts'
import { answered, openHouse, type RedditHouse } from './world.ts'

let house: RedditHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const link = { url: 'https://boats.example/A?b=1' }
const minuteMs = 60_000

async function lose(bench: Bench, call = publishing): Promise<CommitStep> {
  const sent = await bench.readyToSend()
  house.fake.inject(call, { kind: 'lose_answer' })
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
  ['a text', () => layOut(house), publishing],
  ['a text with signs', () => layOut(house, { text: 'a < b & c > d' }), publishing],
  [
    'a text whose first line is the title',
    () => layOut(house, { options: { title: null }, text: 'Ahoy\n\nAll' }),
    publishing,
  ],
  ['a link', () => layOut(house, { text: '', options: link }), publishing],
  ['a picture', async () => layOut(house, { media: await pictures(house, 1) }), publishing],
  ['a gallery', async () => layOut(house, { media: await pictures(house, 2) }), publishingGallery],
  ['a video', async () => layOutVideo(house, { cover: await aCover(house) }), publishing],
  ['a post in a community', () => layOut(house, { options: { subreddit: 'r/Sailing' } }), publishing],
])('%s whose answer was lost is found', async (_, lay, call) => {
  const bench = await lay()
  const sent = await lose(bench, call)
  const [post] = house.fake.world.posts
  const url = `https://www.reddit.com/r/${post?.community}/comments/${post?.id}/at_sea/`
  expect(await bench.settle(sent)).toMatchObject({ outcome: 'published', remoteId: `t3_${post?.id}`, url })
})

test.each<[string, Partial<FakePost>]>([
  ['another title', { title: 'On land' }],
  ['another text', { body: 'On land' }],
  ['another community', { community: 'sailing' }],
  ['a link', { kind: 'link' }],
  ['a gallery', { kind: 'gallery' }],
  ['a time before ours', { createdAt: Math.floor(Date.now() / 1_000) - 120 }],
])('a text that differs by %s is not ours', async (_, changes) => {
  const bench = await layOut(house)
  const sent = await lose(bench)
  change(changes)
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
})

test('a link to somewhere else is not ours', async () => {
  const bench = await layOut(house, { options: link })
  const sent = await lose(bench)
  change({ url: 'https://boats.example/B' })
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
})

test('a post that was there before is not ours, and two that could be are shown to a person', async () => {
  const earlier = await publish(house)
  const bench = await layOut(house)
  const sent = await lose(bench)
  house.fake.world.posts.pop()
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
  const [later, last] = [await publish(house), await publish(house)]
  const settled = await bench.settle(sent)
  expect(settled).toMatchObject({ outcome: 'several' })
  expect(JSON.stringify(settled)).toContain(later.remoteId)
  expect(JSON.stringify(settled)).toContain(last.remoteId)
  expect(JSON.stringify(settled)).not.toContain(earlier.remoteId)
})

test('a comment is found by what it answers, its words and its time', async () => {
  const [post, other] = [await publish(house), await publish(house)]
  const bench = await layOut(house, { replyTo: post, text: 'Ahoy' })
  await publish(house, { replyTo: other, text: 'Ahoy' })
  const sent = await lose(bench, commenting)
  const comment = house.fake.world.comments.at(-1)
  expect(comment?.parent).toBe(post.remoteId)
  expect(await bench.settle(sent)).toMatchObject({ outcome: 'published', remoteId: `t1_${comment?.id}` })
  if (comment) comment.body = 'Ahoy there'
  expect(await bench.settle(sent)).toEqual({ outcome: 'not_found' })
})

test('a picture that is still processed is looked for until ten minutes have passed', async () => {
  house.fake.world.processMs = minuteMs
  const bench = await layOut(house, { media: await pictures(house, 1) })
  const sent = await bench.readyToSend()
  const answer = await bench.send(sent)
  const [asset] = house.fake.world.assets
  expect(answer).toEqual({ outcome: 'accepted', ref: asset?.id, againInMs: 5_000 })
  const accepted = { ...sent, ref: asset?.id ?? null }
  const after = (ms: number) => bench.settle(accepted, new Date(accepted.firstSentAt.getTime() + ms))
  expect(await after(1_000)).toEqual({ outcome: 'pending', againInMs: 5_000 })
  expect(await after(80_000)).toEqual({ outcome: 'pending', againInMs: 20_000 })
  expect(await after(10 * minuteMs - 1)).toEqual({ outcome: 'pending', againInMs: 30_000 })
  expect(await after(10 * minuteMs)).toEqual({ outcome: 'not_found' })
  change({ visibleAt: 0 })
  expect(await bench.settle(accepted)).toMatchObject({ outcome: 'published' })
})

test('a picture that Reddit cannot process is a question in the end', async () => {
  house.fake.world.isFailing = true
  const bench = await layOut(house, { media: await pictures(house, 1) })
  const sent = await lose(bench)
  expect(await bench.settle(sent)).toMatchObject({ outcome: 'pending' })
  const late = new Date(sent.firstSentAt.getTime() + 11 * minuteMs)
  expect(await bench.settle(sent, late)).toEqual({ outcome: 'not_found' })
})

test('a text or a gallery that is not there is not waited for', async () => {
  for (const media of [[], await pictures(house, 2)]) {
    const bench = await layOut(house, { media })
    expect(await bench.settle(await bench.readyToSend())).toEqual({ outcome: 'not_found' })
  }
})

test('a list that is not read whole says nothing', async () => {
  const bench = await layOut(house)
  const sent = await lose(bench)
  for (const children of [[{ kind: 't3', data: { id: '?' } }], [7], null]) {
    house.fake.inject('GET /user/harbour/submitted', answered(200, { data: { children } }))
    expect((await failureOf(bench.settle(sent))).kind).toBe('unavailable')
  }
})
