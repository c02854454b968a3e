import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { fitImage } from '../../../lib/images/fit-image.ts'
import { asObject } from '../../../lib/json/json.ts'
import type { OutboundRequest } from '../../../lib/safe-fetch/outbound.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { describeMedia } from '../../conformance/pictures.ts'
import type { DraftMedia, FetchLimits, Io } from '../../connector.ts'
import { connectAccount } from './accounts.ts'
import { type FakeBluesky, startFakeBluesky } from './fake.ts'
import type { FakeBlueskyOptions } from './fake-world.ts'
import { type ByHand, commitOf, failureOf, prepareWhole, publish } from './steps.ts'
import { imagesOf, readImage, readPosts } from './world.ts'

const upload = 'com.atproto.repo.uploadBlob'
const json = { 'content-type': 'application/json' }

let stop: () => Promise<void>
afterEach(() => stop())

async function open(
  options: FakeBlueskyOptions = {},
): Promise<{ fake: FakeBluesky; hand: ByHand; did: string }> {
  const fake = await startFakeBluesky(options)
  const outbound = localOutbound()
  stop = async () => {
    await outbound.close()
    await fake.close()
  }
  const resident = fake.createAccount('alice.test')
  const connected = await connectAccount(outbound, { service: fake.url, ...resident })
  return { fake, did: resident.did, hand: { outbound, ...connected } }
}

/** Hardly compresses: far larger than any network takes. */
function noise(width: number, height: number): Promise<Buffer> {
  const gaussian = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise: gaussian } })
    .png()
    .toBuffer()
}

async function withPicture(hand: ByHand, bytes: Buffer): Promise<[ByHand, DraftMedia]> {
  const medium = { ...describeMedia('image', 'image/png'), bytes: bytes.length }
  return [{ ...hand, media: new Map([[medium.id, bytes]]) }, medium]
}

function withVideo(hand: ByHand, bytes: Buffer, more: Partial<DraftMedia> = {}): [ByHand, DraftMedia] {
  const medium = { ...describeMedia('video', 'video/mp4'), bytes: bytes.length, altText: 'A film', ...more }
  return [{ ...hand, media: new Map([[medium.id, bytes]]) }, medium]
}

/** With the product's own fitting of pictures in place of the tests'. */
const fittingTruly =
  (bytes: Buffer) =>
  (io: Io): Io => ({ ...io, media: { ...io.media, fitImage: (_, fit) => fitImage(bytes, 'image/png', fit) } })

test.each<[string, FakeBlueskyOptions, number, number]>([
  ['older kind', { isOld: true }, 1_000_000, 2000],
  ['newer kind', {}, 2_000_000, 4000],
])(
  'a server of the %s gets pictures as large as it takes, and accepts them',
  async (_, options, most, side) => {
    const { fake, hand, did } = await open(options)
    const bytes = await noise(2600, 1300)
    const [owner, medium] = await withPicture(hand, bytes)
    // The upload is tried alone, without the plan that comes before it.
    const draft = { text: 'Large', media: [medium], mayFit: false }
    const step = await prepareWhole(owner, draft, {}, fittingTruly(bytes))
    expect(await commitOf(owner, step)).toMatchObject({ outcome: 'published' })
    const [post] = await readPosts(fake.url, did)
    const [image] = post ? imagesOf(post.record) : []
    const stored = image ? await readImage(fake.url, did, image) : Buffer.alloc(0)
    expect(stored.length).toBeLessThanOrEqual(most)
    expect(stored.length).toBeGreaterThan(most / 4)
    const { width, height } = await sharp(stored).metadata()
    expect(Math.max(width, height)).toBeLessThanOrEqual(side)
    expect(image?.aspectRatio).toEqual({ width, height })
  },
)

test.each([
  [413, 'PayloadTooLarge'],
  [400, 'BlobTooLarge'],
])('a server that takes less than it says and answers %s %s gets it smaller', async (status, error) => {
  const { fake, hand, did } = await open()
  const bytes = await noise(1200, 900)
  const [owner, medium] = await withPicture(hand, bytes)
  for (let times = 0; times < 2; times++)
    fake.inject(upload, { kind: 'answer', status, headers: json, body: JSON.stringify({ error }) })
  const step = await prepareWhole(owner, { text: 'Smaller', media: [medium] }, {}, fittingTruly(bytes))
  await commitOf(owner, step)
  const sizes = fake.calls.filter(({ method }) => method === upload).map(({ body }) => body.length)
  expect(sizes).toHaveLength(3)
  for (const [index, size] of sizes.entries()) expect(size).toBeLessThanOrEqual(2_000_000 / 2 ** index)
  expect(await readPosts(fake.url, did)).toHaveLength(1)
})

test('a video is streamed, announced by its size, and given the time that takes', async () => {
  const { fake, hand, did } = await open()
  const bytes = randomBytes(5_000_000)
  const [owner, medium] = withVideo(hand, bytes, { width: null, height: null })
  const sent: { request: OutboundRequest; limits: FetchLimits | undefined }[] = []
  const listening = (io: Io): Io => ({
    ...io,
    fetch: (request, limits) => {
      if (request.url.endsWith(upload)) sent.push({ request, limits })
      return io.fetch(request, limits)
    },
  })
  await commitOf(owner, await prepareWhole(owner, { text: 'Film', media: [medium] }, {}, listening))
  expect(sent).toHaveLength(1)
  expect(sent[0]?.request.body).toBeInstanceOf(ReadableStream)
  expect(sent[0]?.request.headers).toMatchObject({ 'content-length': '5000000', 'content-type': 'video/mp4' })
  expect(sent[0]?.limits?.timeoutMs).toBe(140_000)
  const [post] = await readPosts(fake.url, did)
  expect(post?.record.embed).toMatchObject({ $type: 'app.bsky.embed.video', alt: 'A film' })
  expect(post?.record.embed).not.toHaveProperty('aspectRatio')
  const image = { image: asObject(post?.record.embed)?.video ?? null }
  expect((await readImage(fake.url, did, image)).equals(bytes)).toBe(true)
})

test('no more of a video is read ahead than fits on the way to a server that does not read', async () => {
  const { hand } = await open()
  const [owner, medium] = withVideo(hand, Buffer.alloc(1), { bytes: 300_000_000 })
  let pulled = 0
  let mostPulled = 0
  const endless = (io: Io): Io => ({
    ...io,
    media: {
      ...io.media,
      open: async () =>
        new ReadableStream({
          pull: (controller) => {
            pulled += 65_536
            controller.enqueue(new Uint8Array(65_536))
          },
        }),
    },
    // Stands for the way out, with a reader that takes three pieces and then waits.
    fetch: async (request, limits) => {
      if (!(request.body instanceof ReadableStream)) return io.fetch(request, limits)
      const reader = request.body.getReader()
      for (let times = 0; times < 3; times++) await reader.read()
      await new Promise((resolve) => setTimeout(resolve, 50))
      mostPulled = pulled
      await reader.cancel()
      return io.fetch({ ...request, body: null, headers: {} }, limits)
    },
  })
  await failureOf(prepareWhole(owner, { text: 'Film', media: [medium], mayFit: false }, {}, endless))
  expect(mostPulled).toBeGreaterThan(0)
  expect(mostPulled).toBeLessThan(1_000_000)
})

test('a session that has ended is found before a byte of the video leaves', async () => {
  const { fake, hand, did } = await open()
  const [owner, medium] = withVideo(hand, randomBytes(1_000))
  fake.expireAccess(did)
  const failure = await failureOf(prepareWhole(owner, { text: 'Film', media: [medium] }))
  expect(failure.kind).toBe('unauthorized')
  expect(fake.calls.filter(({ method }) => method === upload)).toEqual([])
})

test('a video that is too large after all, or stored in part, is not published', async () => {
  const { fake, hand, did } = await open({ blobUploadLimit: 2_000 })
  const [owner, medium] = withVideo(hand, randomBytes(2_001))
  const failure = await failureOf(prepareWhole(owner, { text: 'Film', media: [medium], mayFit: false }))
  expect(failure).toMatchObject({ kind: 'invalid', platformCode: 'PayloadTooLarge' })
  const blob = { $type: 'blob', ref: { $link: 'bafkrei' }, mimeType: 'video/mp4', size: 7 }
  fake.inject(upload, { kind: 'answer', status: 200, headers: json, body: JSON.stringify({ blob }) })
  expect((await failureOf(prepareWhole(owner, { text: 'Film', media: [medium], mayFit: false }))).kind).toBe(
    'unavailable',
  )
  expect(await readPosts(fake.url, did)).toEqual([])
})

test('media uploaded to another server than the account lives on now are uploaded again', async () => {
  const { fake, hand } = await open()
  const [owner, medium] = withVideo(hand, randomBytes(1_000), { id: randomUUID() })
  const step = await prepareWhole(owner, { text: 'Film', media: [medium] })
  const artefacts = { ...step.artefacts, service: 'https://old.example.com' }
  await commitOf(owner, await prepareWhole(owner, { text: 'Film', media: [medium] }, { artefacts }))
  expect(fake.calls.filter(({ method }) => method === upload)).toHaveLength(2)
})

test('a commit that was written down for another server is not sent to this one', async () => {
  const { fake, hand } = await open()
  const step = await prepareWhole(hand, { text: 'Moved since' })
  const commit = { ...step.commit, url: step.commit.url.replace(fake.url, 'https://old.example.com') }
  expect((await failureOf(commitOf(hand, { ...step, commit }))).kind).toBe('not_sent')
  await publish(hand, { text: 'Here' })
})
