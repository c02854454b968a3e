import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { makePictures } from '../../conformance/pictures.ts'
import { bluesky } from '../connector.ts'
import { connectAccount } from './accounts.ts'
import { type FakeBluesky, startFakeBluesky } from './fake.ts'
import { type ByHand, commitOf, composed, failureOf, prepareWhole, publish, settleOf } from './steps.ts'
import { readPosts, readRecords } from './world.ts'

const write = 'com.atproto.repo.applyWrites'
const gates = 'app.bsky.feed.threadgate'
const json = { 'content-type': 'application/json' }

let fake: FakeBluesky
let hand: ByHand
let did: string

beforeEach(async () => {
  fake = await startFakeBluesky()
  const outbound = localOutbound()
  const resident = fake.createAccount('alice.test')
  did = resident.did
  const input = { service: fake.url, directory: fake.url, ...resident }
  hand = { outbound, ...(await connectAccount(outbound, input)) }
})

afterEach(async () => {
  await hand.outbound.close()
  await fake.close()
})

describe('a post that not everybody may answer', () => {
  const closed = { thread_gate: { allow: ['mentioned', 'following'] } }

  test('comes with its gate at the same key, in one write', async () => {
    const post = await publish(hand, { text: 'For some', options: closed })
    const [gate, ...more] = await readRecords(fake.url, did, gates)
    expect(more).toEqual([])
    expect(gate?.uri).toBe(post.remoteId.replace('app.bsky.feed.post', gates))
    expect(gate?.record).toMatchObject({
      $type: gates,
      post: post.remoteId,
      allow: [{ $type: `${gates}#mentionRule` }, { $type: `${gates}#followingRule` }],
    })
    expect(await readPosts(fake.url, did)).toHaveLength(1)
  })

  test('may be for nobody, and the posts of its thread need no gate of their own', async () => {
    const options = { thread_gate: { allow: [] } }
    const root = await publish(hand, { text: 'One', options })
    await publish(hand, { text: 'Two', options }, { replyTo: { root, parent: root } })
    const found = await readRecords(fake.url, did, gates)
    expect(found.map(({ record }) => record.allow)).toEqual([[]])
    expect(await readPosts(fake.url, did)).toHaveLength(2)
  })

  test.each(['drop', 'lose_answer', 'fail_after'] as const)('stands there once after %s', async (kind) => {
    const step = await prepareWhole(hand, { text: 'Once', options: closed })
    fake.inject(write, { kind })
    expect((await failureOf(commitOf(hand, step))).kind).toBe('unknown_outcome')
    const settled = await settleOf(hand, step)
    if (kind === 'drop') {
      expect(settled).toEqual({ outcome: 'repeat' })
      expect(await commitOf(hand, step)).toMatchObject({ outcome: 'published' })
    } else expect(settled).toMatchObject({ outcome: 'published' })
    // The server answers a record that exists with a failure of its own. That is no proof, but the record itself is one.
    expect((await failureOf(commitOf(hand, step))).kind).toBe('unknown_outcome')
    expect(await settleOf(hand, step)).toMatchObject({ outcome: 'published' })
    expect(await readPosts(fake.url, did)).toHaveLength(1)
    expect(await readRecords(fake.url, did, gates)).toHaveLength(1)
  })

  test('leaves no gate behind when the post is refused, or never sent', async () => {
    await prepareWhole(hand, { text: 'Never sent', options: closed })
    const step = await prepareWhole(hand, { text: 'x'.repeat(301), options: closed })
    expect((await failureOf(commitOf(hand, step))).kind).toBe('invalid')
    expect(await readRecords(fake.url, did, gates)).toEqual([])
    expect(await readPosts(fake.url, did)).toEqual([])
  })

  test('asks a person when something else stands at its key', async () => {
    const step = await prepareWhole(hand, { text: 'Mine', options: closed })
    const body = String(step.commit.body).replace('Mine', 'Yours')
    await commitOf(hand, { ...step, commit: { ...step.commit, body } })
    expect((await failureOf(commitOf(hand, step))).kind).toBe('unknown_outcome')
    expect(await settleOf(hand, step)).toEqual({ outcome: 'not_found' })
  })

  test.each<[string, JsonObject]>([
    ['nothing', {}],
    ['no list', { results: 7 }],
    ['an empty list', { results: [] }],
    ['another post', { results: [{ uri: `at://did:plc:x/app.bsky.feed.post/3n2qbumissc2a`, cid: 'bafy' }] }],
  ])('is not taken for published by an answer that says %s', async (_, body) => {
    const step = await prepareWhole(hand, { text: 'Hm', options: closed })
    fake.inject(write, { kind: 'answer', status: 200, headers: json, body: JSON.stringify(body) })
    expect((await failureOf(commitOf(hand, step))).kind).toBe('unknown_outcome')
  })
})

describe('a quoted post', () => {
  test('is shown as it stands now, named by its address or as the app names it', async () => {
    const quoted = await publish(hand, { text: 'Worth quoting' })
    const rkey = quoted.remoteId.split('/').at(-1)
    for (const quote of [quoted.remoteId, `https://bsky.app/profile/alice.test/post/${rkey}`]) {
      const { remoteId } = await publish(hand, { text: 'So true', options: { quote } })
      const post = (await readPosts(fake.url, did)).find(({ uri }) => uri === remoteId)
      expect(post?.record.embed).toEqual({ $type: 'app.bsky.embed.record', record: quoted.reference })
    }
  })

  test('stands beside pictures, or alone', async () => {
    const quoted = await publish(hand, { text: 'Worth quoting' })
    const pictures = await makePictures(2, bluesky.limits(hand.account))
    const media = new Map(pictures.map(({ draft, bytes }) => [draft.id, bytes]))
    const draft = { media: pictures.map((each) => each.draft), options: { quote: quoted.remoteId } }
    const { remoteId } = await publish({ ...hand, media }, draft)
    const post = (await readPosts(fake.url, did)).find(({ uri }) => uri === remoteId)
    expect(post?.record.embed).toMatchObject({
      $type: 'app.bsky.embed.recordWithMedia',
      record: { record: quoted.reference },
      media: { $type: 'app.bsky.embed.images', images: [{}, {}] },
    })
    await publish(hand, { text: '', options: { quote: quoted.remoteId } })
  })

  test('of somebody elsewhere is asked of the server their identity names', async () => {
    const other = await startFakeBluesky()
    const bob = other.createAccount('bob.test')
    const theirs = {
      outbound: hand.outbound,
      ...(await connectAccount(hand.outbound, { service: other.url, ...bob })),
    }
    const quoted = await publish(theirs, { text: 'From elsewhere' })
    const ours = {
      ...hand,
      account: { ...hand.account, settings: { ...hand.account.settings, directory: other.url } },
    }
    const step = await prepareWhole(ours, { text: 'Look', options: { quote: quoted.remoteId } })
    expect(step.artefacts.quote).toEqual(quoted.reference)
    await other.close()
    expect(
      (await failureOf(prepareWhole(ours, { text: 'Look', options: { quote: quoted.remoteId } }))).kind,
    ).toBe('unavailable')
  })

  test.each([
    ['does not exist', () => `at://${did}/app.bsky.feed.post/3l6oveex3ii2l`, 'does not exist'],
    ['is by nobody', () => 'at://nobody.test/app.bsky.feed.post/3l6oveex3ii2l', 'no account with the handle'],
    [
      'is by somebody who is gone',
      () => 'at://did:plc:jrlbmwpddimtebvzoyfonqyt/app.bsky.feed.post/3l6oveex3ii2l',
      'no longer has an account',
    ],
    ['is none', () => 'https://example.com', 'must be a post'],
  ])('that %s is refused before anything is public, and says so', async (_, quote, reason) => {
    const failure = await failureOf(prepareWhole(hand, { text: 'Hm', options: { quote: quote() } }))
    expect(failure).toMatchObject({ kind: 'invalid' })
    expect(failure.message).toContain(reason)
    expect(await readPosts(fake.url, did)).toEqual([])
  })

  test('that cannot be asked for now is asked for later', async () => {
    const quote = `at://${did}/app.bsky.feed.post/3l6oveex3ii2l`
    const body = JSON.stringify({ error: 'RateLimitExceeded' })
    fake.inject('com.atproto.repo.getRecord', { kind: 'answer', status: 429, headers: json, body })
    expect((await failureOf(prepareWhole(hand, { text: 'Hm', options: { quote } }))).kind).toBe(
      'rate_limited',
    )
    fake.inject('com.atproto.repo.getRecord', { kind: 'drop' })
    expect((await failureOf(prepareWhole(hand, { text: 'Hm', options: { quote } }))).kind).toBe('unavailable')
  })

  test('is quoted by the first post of a thread alone', async () => {
    const quoted = await publish(hand, { text: 'Worth quoting' })
    const options = { quote: quoted.remoteId }
    const step = await prepareWhole(
      hand,
      { text: 'Two', options },
      { replyTo: { root: quoted, parent: quoted } },
    )
    expect(JSON.parse(String(composed(step).commit.body)).record).not.toHaveProperty('embed')
  })
})
