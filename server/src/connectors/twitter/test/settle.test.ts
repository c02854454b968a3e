import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePictures } from '../../conformance/pictures.ts'
import type { CommitStep, Draft } from '../../connector.ts'
import { limits } from '../check.ts'
import { publishing } from './fake.ts'
import { failureOf, look, readyToSend, send, stepOf } from './steps.ts'
import { openHouse, type XHouse } from './world.ts'

let house: XHouse
beforeEach(async () => {
  house = await openHouse(undefined, { remembersMs: 3_600_000 })
})
afterEach(() => house.close())

/** Sends a post whose answer is lost. */
async function sendUnheard(draft: Partial<Draft>, media?: Map<string, Uint8Array>): Promise<CommitStep> {
  const step = await readyToSend(house, draft, media)
  house.fake.inject(publishing, { kind: 'lose_answer' })
  expect((await failureOf(send(house, step))).kind).toBe('unknown_outcome')
  return step
}

const publish = async (draft: Partial<Draft>) => send(house, await readyToSend(house, draft))

test.each([
  ['signs that X escapes', 'Fish & <b>chips</b> &amp; peas'],
  ['links that X shortens', 'Read https://Example.com/A?b=c and example.org/x, then HTTP://example.net/'],
  ['white space', 'One\n\ntwo   three '],
  ['letters that are composed', 'Cafe\u0301'],
])('a post with %s is found again', async (_, text) => {
  const step = await sendUnheard({ text })
  const [post] = house.fake.world.posts
  expect(await look(house, step)).toMatchObject({ outcome: 'published', remoteId: post?.id })
})

test('a long post is found by all of its words, not by its beginning', async () => {
  house.fake.world.subscription = 'Premium'
  const beginning = `${'word '.repeat(60)}example.com `
  const other = await readyToSend(house, { text: `${beginning}One` })
  const step = await sendUnheard({ text: `${beginning}Two` })
  await send(house, other)
  expect(await look(house, step)).toMatchObject({
    outcome: 'published',
    remoteId: house.fake.world.posts[0]?.id,
  })
})

test('a post of media alone is found by them, and another with the same words is not', async () => {
  const [one, two] = await makePictures(2, limits(house.account))
  if (!one || !two) throw new Error('There are no pictures.')
  const media = new Map([one, two].map(({ draft, bytes }) => [draft.id, bytes]))
  const step = await sendUnheard({ media: [one.draft] }, media)
  await send(house, await readyToSend(house, { media: [two.draft] }, media))
  expect(await look(house, step)).toMatchObject({
    outcome: 'published',
    remoteId: house.fake.world.posts[0]?.id,
  })
})

test('a part of a thread is found in its place alone', async () => {
  const root = await publish({ text: 'The beginning' })
  if (root.outcome !== 'published') throw new Error('It was not published.')
  const step = await readyToSend(house, { text: 'The end' }, undefined, { root, parent: root })
  await publish({ text: 'The end' })
  expect(await look(house, step)).toEqual({ outcome: 'not_found' })
  house.fake.world.posts.pop()
  house.fake.inject(publishing, { kind: 'lose_answer' })
  await failureOf(send(house, step))
  expect(await look(house, step)).toMatchObject({ outcome: 'published' })
})

test('a post from before the first send is not ours, nor one of somebody else', async () => {
  await publish({ text: 'Good morning' })
  const step = await readyToSend(house, { text: 'Good morning' })
  expect(await look(house, step)).toEqual({ outcome: 'not_found' })
  const [post] = house.fake.world.posts
  if (!post) throw new Error('There is no post.')
  house.fake.world.posts.push({ ...post, id: String(BigInt(post.id) + 1n), author: '783214' })
  expect(await look(house, step)).toEqual({ outcome: 'not_found' })
})

test('a post of the time between reading the newest and the first send is not ours', async () => {
  const step = await readyToSend(house, { text: 'Good morning' })
  await publish({ text: 'Good morning' })
  const later = { ...step, firstSentAt: new Date(Date.now() + 60_000) }
  expect(await look(house, later)).toEqual({ outcome: 'not_found' })
})

test('two posts that could be ours are for a person to tell apart', async () => {
  const step = await sendUnheard({ text: 'Good morning' })
  const [post] = house.fake.world.posts
  if (!post) throw new Error('There is no post.')
  house.fake.world.posts.push({ ...post, id: String(BigInt(post.id) + 1n) })
  expect(await look(house, step)).toMatchObject({ outcome: 'several' })
})

test('a duplicate fails the post once ours did not show up for a while', async () => {
  await publish({ text: 'Good morning' })
  const step = await readyToSend(house, { text: 'Good morning' })
  const answer = await send(house, step)
  expect(answer).toEqual({ outcome: 'accepted', ref: 'duplicate', againInMs: 5_000 })
  const sent = { ...step, ref: 'duplicate' }
  expect(await look(house, sent)).toEqual({ outcome: 'pending', againInMs: 20_000 })
  const longAgo = { ...sent, firstSentAt: new Date(Date.now() - 91_000) }
  const settled = await look(house, longAgo)
  expect(settled).toMatchObject({
    outcome: 'rejected',
    failure: { kind: 'invalid', platformCode: 'duplicate' },
  })
})

test('a duplicate of our own post, which was sent twice on its way, is our post', async () => {
  const step = await sendUnheard({ text: 'Good morning' })
  const answer = await send(house, step)
  expect(answer).toMatchObject({ outcome: 'accepted', ref: 'duplicate' })
  const settled = await look(house, { ...step, ref: 'duplicate' })
  expect(settled).toMatchObject({ outcome: 'published', remoteId: house.fake.world.posts[0]?.id })
})

test('options stand in the first post alone', async () => {
  const options = {
    reply_settings: 'mentionedUsers',
    community_id: '1493446837214187523',
    poll: { options: ['Yes', 'No'], duration_minutes: 60 },
  }
  const first = await publish({ text: 'Well?', options })
  if (first.outcome !== 'published') throw new Error('It was not published.')
  const { fields } = house.fake.world.posts[0] ?? {}
  expect(fields).toEqual({
    text: 'Well?',
    reply_settings: 'mentionedUsers',
    community_id: '1493446837214187523',
    poll: { options: ['Yes', 'No'], duration_minutes: 60 },
  })
  const replyTo = { root: first, parent: first }
  await send(house, await readyToSend(house, { text: 'So?', options }, undefined, replyTo))
  expect(house.fake.world.posts[1]?.fields).toEqual({
    text: 'So?',
    reply: { in_reply_to_tweet_id: first.remoteId },
  })
})

test('nothing is composed before it is prepared', async () => {
  const [picture] = await makePictures(1, limits(house.account))
  if (!picture) throw new Error('There is no picture.')
  expect(() => house.connector.compose(stepOf(house, { media: [picture.draft] }))).toThrow(
    'before it is prepared',
  )
})
