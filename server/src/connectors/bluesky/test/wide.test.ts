import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { film } from '../../../../test/media-files.ts'
import { type CuttingProxy, startCuttingProxy } from '../../../../test/servers/cutting-proxy.ts'
import { startWebSite, type WebSite } from '../../../../test/servers/web-site.ts'
import { asObject, type JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { describeDraft, makePictures } from '../../conformance/pictures.ts'
import type { Draft, DraftMedia } from '../../connector.ts'
import { bluesky } from '../connector.ts'
import { connectAccount } from './accounts.ts'
import {
  type BlueskyPds,
  isBlueskyPdsInstalled,
  skipWithoutBlueskyPds,
  startBlueskyPds,
} from './servers/start-pds.ts'
import { type ByHand, commitOf, failureOf, prepareWhole, publish, settleOf } from './steps.ts'
import { readImage, readPosts, readRecords, type StandingPost } from './world.ts'

const write = 'com.atproto.repo.applyWrites'
const gates = 'app.bsky.feed.threadgate'

let pds: BlueskyPds
let other: BlueskyPds
let proxy: CuttingProxy
let site: WebSite
let outbound: Outbound
let hand: ByHand

beforeAll(async () => {
  if (!isBlueskyPdsInstalled()) return
  pds = await startBlueskyPds({ blobUploadLimit: 30_000_000 })
  other = await startBlueskyPds({ didPlcUrl: pds.plcUrl })
  proxy = await startCuttingProxy(pds.url)
  site = await startWebSite()
  outbound = localOutbound()
  hand = await join(pds, proxy.url, 'alice.test')
})

afterAll(async () => {
  await outbound?.close()
  for (const each of [site, proxy, other, pds]) await each?.stop()
})

beforeEach(skipWithoutBlueskyPds)

async function join(on: BlueskyPds, service: string, name: string): Promise<ByHand> {
  const { handle, appPassword } = await on.createAccount({ handle: name })
  const directory = pds.plcUrl
  return { outbound, ...(await connectAccount(outbound, { service, handle, appPassword, directory })) }
}

async function standing(text: string): Promise<StandingPost[]> {
  const posts = await readPosts(pds.url, hand.account.externalId)
  return posts.filter(({ record }) => record.text === text)
}

async function embedOf(text: string): Promise<JsonObject | null> {
  return asObject((await standing(text))[0]?.record.embed)
}

async function withVideo(bytes: Buffer, more: Partial<DraftMedia> = {}): Promise<[ByHand, Partial<Draft>]> {
  const medium: DraftMedia = {
    id: randomUUID(),
    kind: 'video',
    mimeType: 'video/mp4',
    bytes: bytes.length,
    width: 320,
    height: 240,
    durationMs: 2_000,
    altText: 'Noise 📺',
    focus: null,
    crop: null,
    video: null,
    pages: null,
    orientation: 1,
    removed: [],
    ...more,
  }
  return [{ ...hand, media: new Map([[medium.id, bytes]]) }, { media: [medium] }]
}

describe('a video on the real server', () => {
  test('is stored byte for byte, with its alt text and proportions', async () => {
    const bytes = await film('mp4', { bytes: 4_000_000 })
    const [owner, draft] = await withVideo(bytes)
    await publish(owner, { ...draft, text: 'A film' })
    const embed = await embedOf('A film')
    expect(embed).toMatchObject({
      $type: 'app.bsky.embed.video',
      alt: 'Noise 📺',
      aspectRatio: { width: 320, height: 240 },
      video: { mimeType: 'video/mp4', size: bytes.length },
    })
    const stored = await readImage(pds.url, hand.account.externalId, { image: embed?.video ?? null })
    expect(stored.equals(bytes)).toBe(true)
  })

  test('that the server takes for something else is refused before anything is public', async () => {
    const [owner, draft] = await withVideo(await film('mov'))
    const failure = await failureOf(prepareWhole(owner, { ...draft, text: 'No film' }))
    expect(failure).toMatchObject({ kind: 'invalid' })
    expect(failure.message).toContain('video/quicktime')
    expect(await standing('No film')).toEqual([])
  })

  test('of the size its server states is found good, and one byte more is not', async () => {
    const [, { media: [medium] = [] }] = await withVideo(await film('mp4'))
    if (!medium) throw new Error('There is no video.')
    const found = (bytes: number) =>
      bluesky.check(describeDraft({ media: [{ ...medium, bytes }], mayFit: false }), hand.account).problems
    expect(found(30_000_000)).toEqual([])
    expect(found(30_000_001)).toMatchObject([{ pointer: '/media/0', code: 'media_too_large' }])
  })

  test('larger than the server takes after all is refused, although it is still on its way', async () => {
    const [owner, draft] = await withVideo(Buffer.concat([await film('mp4'), Buffer.alloc(31_000_000)]))
    const failure = await failureOf(prepareWhole(owner, { ...draft, text: 'Too much', mayFit: false }))
    expect(['invalid', 'unavailable']).toContain(failure.kind)
    expect(await standing('Too much')).toEqual([])
  })
})

describe('a link card on the real server', () => {
  test('shows the page, with its picture made to fit', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const raw = sharp({ create: { width: 1400, height: 1000, channels: 3, background: '#888', noise } })
    const picture = await raw.png().toBuffer()
    expect(picture.length).toBeGreaterThan(1_000_000)
    site.put('/pic.png', { body: picture, type: 'image/png' })
    site.put('/a', {
      body: '<title>A &amp; B</title><meta property="og:image" content="/pic.png"><meta name="description" content="Grüße 🌍">',
    })
    const text = `See ${site.url}/a`
    await publish(hand, { text })
    const external = asObject((await embedOf(text))?.external)
    expect(external).toMatchObject({ uri: `${site.url}/a`, title: 'A & B', description: 'Grüße 🌍' })
    const thumb = await readImage(pds.url, hand.account.externalId, { image: external?.thumb ?? null })
    expect(thumb.length).toBeLessThanOrEqual(1_000_000)
    expect((await sharp(thumb).metadata()).format).toBe('jpeg')
  })
})

describe('a quote on the real server', () => {
  test('of our own, of another server’s, beside pictures and beside a card', async () => {
    const theirs = await join(other, other.url, 'bob.test')
    const pictures = await makePictures(1, bluesky.limits(hand.account))
    const media = new Map(pictures.map(({ draft, bytes }) => [draft.id, bytes]))
    site.put('/b', { body: '<title>B</title>' })
    for (const [name, quoted] of [
      ['own', await publish(hand, { text: 'Mine to quote' })],
      ['theirs', await publish(theirs, { text: 'Theirs to quote' })],
    ] as const) {
      const options = { quote: quoted.remoteId }
      await publish(hand, { text: `alone ${name}`, options })
      expect(await embedOf(`alone ${name}`)).toMatchObject({ record: quoted.reference })
      await publish(
        { ...hand, media },
        { text: `pictures ${name}`, options, media: pictures.map(({ draft }) => draft) },
      )
      expect(await embedOf(`pictures ${name}`)).toMatchObject({
        record: { record: quoted.reference },
        media: { images: [{}] },
      })
      await publish(hand, { text: `card ${name} ${site.url}/b`, options })
      expect(await embedOf(`card ${name} ${site.url}/b`)).toMatchObject({
        record: { record: quoted.reference },
        media: { external: { title: 'B' } },
      })
    }
    const gone = { quote: `at://${theirs.account.externalId}/app.bsky.feed.post/3l6oveex3ii2l` }
    expect(await failureOf(prepareWhole(hand, { text: 'Hm', options: gone }))).toMatchObject({
      kind: 'invalid',
      message: 'The quoted post does not exist.',
    })
  })
})

describe('a gate on the real server', () => {
  const options = { thread_gate: { allow: ['followers'] } }

  async function gatesOf(uri: string): Promise<StandingPost[]> {
    const all = await readRecords(pds.url, hand.account.externalId, gates)
    return all.filter(({ record }) => record.post === uri)
  }

  test.each(['before', 'after', 'midway'] as const)(
    'comes once with its post when the answer is cut %s',
    async (kind) => {
      const text = `Gated ${kind}`
      const step = await prepareWhole(hand, { text, options })
      proxy.cutNext(write, { kind })
      expect((await failureOf(commitOf(hand, step))).kind).toBe('unknown_outcome')
      const settled = await settleOf(hand, step)
      expect(settled.outcome).toBe(kind === 'before' ? 'repeat' : 'published')
      if (kind === 'before') expect(await commitOf(hand, step)).toMatchObject({ outcome: 'published' })
      else expect((await failureOf(commitOf(hand, step))).kind).toBe('unknown_outcome')
      expect(await settleOf(hand, step)).toMatchObject({ outcome: 'published' })
      const [post, ...more] = await standing(text)
      expect(more).toEqual([])
      expect(await gatesOf(post?.uri ?? '')).toHaveLength(1)
    },
  )

  test('sent eight times at once makes one post and one gate, and no answer says otherwise', async () => {
    const step = await prepareWhole(hand, { text: 'Eight gates', options })
    const sent = await Promise.allSettled(Array.from({ length: 8 }, () => commitOf(hand, step)))
    const done = sent.filter(({ status }) => status === 'fulfilled')
    expect(done.length).toBeLessThanOrEqual(1)
    for (const each of sent)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ kind: 'unknown_outcome' })
    expect(await settleOf(hand, step)).toMatchObject({ outcome: 'published' })
    const [post, ...more] = await standing('Eight gates')
    expect(more).toEqual([])
    expect(await gatesOf(post?.uri ?? '')).toHaveLength(1)
  })

  test('is not left without its post when the post is refused', async () => {
    const before = (await readRecords(pds.url, hand.account.externalId, gates)).length
    const step = await prepareWhole(hand, { text: 'x'.repeat(301), options })
    expect((await failureOf(commitOf(hand, step))).kind).toBe('invalid')
    expect(await readRecords(pds.url, hand.account.externalId, gates)).toHaveLength(before)
  })
})
