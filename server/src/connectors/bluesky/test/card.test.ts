// @module-tag slow
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startWebSite, type WebSite } from '../../../../test/servers/web-site.ts'
import { asObject, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { makePictures } from '../../conformance/pictures.ts'
import type { Draft, Io, Step } from '../../connector.ts'
import { bluesky } from '../connector.ts'
import { connectAccount } from './accounts.ts'
import { type FakeBluesky, startFakeBluesky } from './fake.ts'
import { type ByHand, commitOf, composed, failureOf, prepareWhole, stepOf } from './steps.ts'
import { readImage, readPosts } from './world.ts'

const upload = 'com.atproto.repo.uploadBlob'
const json = { 'content-type': 'application/json' }

let fake: FakeBluesky
let site: WebSite
let hand: ByHand
let did: string

beforeEach(async () => {
  fake = await startFakeBluesky()
  site = await startWebSite()
  const outbound = localOutbound()
  const resident = fake.createAccount('alice.test')
  did = resident.did
  hand = { outbound, ...(await connectAccount(outbound, { service: fake.url, ...resident })) }
})

afterEach(async () => {
  await hand.outbound.close()
  await site.stop()
  await fake.close()
})

const page = (head = '') =>
  `<head><meta property="og:title" content="A page"><meta property="og:description" content="Of words">${head}</head>`
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#08c' } })
    .png()
    .toBuffer()

/** The embed of the post, as it is on the server. */
async function shown(draft: Partial<Draft>, change?: (io: Io) => Io): Promise<JsonObject | null> {
  const step = await prepareWhole(hand, draft, {}, change)
  await commitOf(hand, step)
  const [post] = await readPosts(fake.url, did)
  return asObject(post?.record.embed)
}

const externalOf = (embed: JsonObject | null) => asObject(embed?.external)

describe('the card of a link', () => {
  test('shows the title, the words and the picture of the page', async () => {
    site.put('/a', { body: page('<meta property="og:image" content="/pic.png">') })
    site.put('/pic.png', { body: await picture(2400, 1200), type: 'image/png' })
    const embed = await shown({ text: `See ${site.url}/a#part, and ${site.url}/b` })
    expect(embed).toMatchObject({
      $type: 'app.bsky.embed.external',
      external: { uri: `${site.url}/a#part`, title: 'A page', description: 'Of words' },
    })
    const thumb = await readImage(fake.url, did, { image: externalOf(embed)?.thumb ?? null })
    expect(await sharp(thumb).metadata()).toMatchObject({ width: 1200, height: 600 })
    expect(site.asked).toEqual(['/a', '/pic.png'])
  })

  test.each<[string, Partial<Draft>]>([
    ['not wished for', { options: { link_card: false } }],
    ['in a text without a link', { text: 'No link here' }],
    ['of a name in a house of its own', { text: 'http://sandbox.internal/a and http://localhost/b' }],
  ])('is not made where it is %s', async (_, draft) => {
    site.put('/a', { body: page() })
    expect(await shown({ text: `${site.url}/a`, ...draft })).toBeNull()
    expect(site.asked).toEqual([])
  })

  test('is not made beside pictures', async () => {
    const pictures = await makePictures(1, bluesky.limits(hand.account))
    hand = { ...hand, media: new Map(pictures.map(({ draft, bytes }) => [draft.id, bytes])) }
    const embed = await shown({ text: `${site.url}/a`, media: pictures.map(({ draft }) => draft) })
    expect(embed).toMatchObject({ $type: 'app.bsky.embed.images' })
    expect(site.asked).toEqual([])
  })

  test('is followed over three redirects, not over a fourth, and not in a circle', async () => {
    site.put('/3', { redirect: '/2', status: 301 })
    site.put('/2', { redirect: `${site.url}/1`, status: 308 })
    site.put('/1', { redirect: '/0', status: 303 })
    site.put('/0', { body: page('<meta property="og:image" content="pic.png">') })
    site.put('/4', { redirect: '/3' })
    expect(externalOf(await shown({ text: `${site.url}/3` }))).toMatchObject({ uri: `${site.url}/3` })
    expect(site.asked).toEqual(['/3', '/2', '/1', '/0', '/pic.png'])
    expect(await cardOf(`${site.url}/4`)).toBeNull()
    site.put('/round', { redirect: '/round' })
    expect(await cardOf(`${site.url}/round`)).toBeNull()
  })

  test('is never followed to where the guard does not let us, or from https to http', async () => {
    for (const redirect of [
      'http://169.254.169.254/latest',
      'http://[::1]:1/',
      'file:///etc/passwd',
      'http://a.b@x.com/',
    ]) {
      site.put('/out', { redirect })
      expect(await cardOf(`${site.url}/out`), redirect).toBeNull()
    }
    const asked: string[] = []
    const answering = (io: Io): Io => ({
      ...io,
      fetch: (request, within) => {
        if (!request.url.startsWith('https://example.com')) return io.fetch(request, within)
        asked.push(request.url)
        return io.fetch({ ...request, url: `${site.url}/down` }, within)
      },
    })
    site.put('/down', { redirect: `${site.url}/a` })
    site.put('/a', { body: page() })
    expect(await shown({ text: 'https://example.com/x' }, answering)).toBeNull()
    expect(asked).toEqual(['https://example.com/x'])
    expect(site.asked).not.toContain('/a')
  })
})

describe('a page that cannot be shown costs its card, never the post', () => {
  test.each<[string, () => void]>([
    ['is not there', () => undefined],
    ['fails', () => site.put('/a', { status: 500, body: page() })],
    ['is no page', () => site.put('/a', { body: page(), type: 'application/pdf' })],
    ['has no title', () => site.put('/a', { body: '<p>words' })],
    ['breaks off', () => site.put('/a', (response) => void response.destroy())],
    ['redirects to nowhere', () => site.put('/a', { redirect: '' })],
    ['is larger than 3 MB', () => site.put('/a', { body: page() + ' '.repeat(3_000_001) })],
    [
      'is a bomb',
      () =>
        site.put('/a', (response) => {
          response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          response.end(gzipSync(Buffer.concat([Buffer.from(page()), Buffer.alloc(50_000_000)])))
        }),
    ],
    [
      'is packed in an unknown way',
      () => site.put('/a', (response) => void response.writeHead(200, { 'content-encoding': 'x' }).end('x')),
    ],
  ])('because it %s', async (_, spoil) => {
    spoil()
    expect(await shown({ text: `Look: ${site.url}/a` })).toBeNull()
    expect((await readPosts(fake.url, did)).map(({ record }) => record.text)).toEqual([`Look: ${site.url}/a`])
  })

  test('because it drips for ever: after four seconds at most', async () => {
    site.put('/a', (response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write(' '), 50)
      response.once('close', () => clearInterval(timer))
    })
    const startedAt = performance.now()
    expect(await shown({ text: `${site.url}/a` })).toBeNull()
    expect(performance.now() - startedAt).toBeLessThan(4_500)
  })

  test.each<[string, () => Promise<void>]>([
    ['is not there', async () => undefined],
    ['is no picture', async () => site.put('/pic', { body: 'words', type: 'image/png' })],
    ['is cut off', async () => site.put('/pic', { body: (await picture(900, 900)).subarray(0, 200) })],
    ['is larger than 8 MB', async () => site.put('/pic', { body: Buffer.alloc(8_000_001) })],
    [
      'is refused by the server',
      async () => {
        site.put('/pic', { body: await picture(10, 10) })
        const body = JSON.stringify({ error: 'InvalidRequest', message: 'No.' })
        fake.inject(upload, { kind: 'answer', status: 400, headers: json, body })
      },
    ],
  ])('a picture that %s costs only the picture', async (_, spoil) => {
    site.put('/a', { body: page('<meta property="og:image" content="/pic">') })
    await spoil()
    const external = externalOf(await shown({ text: `${site.url}/a` }))
    expect(external).toMatchObject({ title: 'A page' })
    expect(external).not.toHaveProperty('thumb')
  })

  test('but our own server that cannot take the picture now is asked again later', async () => {
    site.put('/a', { body: page('<meta property="og:image" content="/pic">') })
    site.put('/pic', { body: await picture(10, 10) })
    for (const [status, error, kind] of [
      [503, 'NotNow', 'unavailable'],
      [400, 'ExpiredToken', 'unauthorized'],
    ] as const) {
      fake.inject(upload, { kind: 'answer', status, headers: json, body: JSON.stringify({ error }) })
      expect((await failureOf(prepareWhole(hand, { text: `${site.url}/a` }))).kind).toBe(kind)
    }
    expect(externalOf(await shown({ text: `${site.url}/a` }))).toHaveProperty('thumb')
  })
})

test('a card is made once, and anew only when its picture may be gone', async () => {
  site.put('/a', { body: page('<meta property="og:image" content="/pic">') })
  site.put('/pic', { body: await picture(10, 10) })
  const io = handIo(hand.outbound, hand.credentials)({ commit: null, media: new Map() })
  const step = stepOf(hand, { text: `${site.url}/a` })
  const first = await bluesky.prepare(step, io)
  const again = await bluesky.prepare({ ...step, artefacts: first.artefacts }, io)
  expect(again.artefacts).toEqual(first.artefacts)
  expect(site.asked).toHaveLength(2)
  fake.forgetBlobs(did)
  const later = { ...io, now: () => new Date(Date.now() + 3_600_000) }
  const held: Step = {
    ...step,
    artefacts: (await bluesky.prepare({ ...step, artefacts: first.artefacts }, later)).artefacts,
  }
  expect(site.asked).toHaveLength(4)
  expect(await commitOf(hand, composed(held))).toMatchObject({ outcome: 'published' })
})

async function cardOf(text: string): Promise<Json> {
  const step = await prepareWhole(hand, { text })
  return step.artefacts.card ?? null
}
