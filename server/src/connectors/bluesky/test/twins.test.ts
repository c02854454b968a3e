// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { startFakeBluesky } from './fake.ts'
import { objectOf } from './record-rules.ts'
import {
  type BlueskyPds,
  isBlueskyPdsInstalled,
  skipWithoutBlueskyPds,
  startBlueskyPds,
} from './servers/start-pds.ts'

/** One of the two servers, with an account on it. */
interface Twin {
  readonly url: string
  readonly did: string
  readonly appPassword: string
  session: JsonObject
  readonly blobs: Map<number, Json>
}

interface Layered {
  status: number
  error: Json
  names: string[]
}

const blobLimit = 3_000_000
const postType = 'app.bsky.feed.post'
const createdAt = '2026-11-20T10:00:00.000Z'
const cid = 'bafyreia2r2oiiojx2nzsubt5ipmrrerwernmdcf7wlsufgayldqjmodvna'
const family = '👨‍👩‍👧‍👦'

let pds: BlueskyPds | undefined
let twins: Twin[] = []
let stopFake: (() => Promise<void>) | undefined

beforeAll(async () => {
  if (!isBlueskyPdsInstalled()) return
  pds = await startBlueskyPds({ blobUploadLimit: blobLimit })
  const fake = await startFakeBluesky({ blobUploadLimit: blobLimit })
  stopFake = fake.close
  const real = await pds.createAccount({ handle: 'alice.test' })
  twins = [
    { url: pds.url, did: real.did, appPassword: real.appPassword, session: {}, blobs: new Map() },
    { url: fake.url, ...fake.createAccount('alice.test'), session: {}, blobs: new Map() },
  ]
  for (const twin of twins) {
    twin.session = await output(ask(twin, 'com.atproto.server.createSession', { input: login(twin) }))
    for (const size of [1, 2, 2_000_000, 2_000_001]) {
      const { blob } = await output(
        ask(twin, 'com.atproto.repo.uploadBlob', { bytes: Buffer.alloc(size, 1), token: access(twin) }),
      )
      twin.blobs.set(size, blob ?? null)
    }
  }
})

afterAll(async () => {
  await stopFake?.()
  await pds?.stop()
})

beforeEach(skipWithoutBlueskyPds)

type Case = [what: string, does: (twin: Twin) => Promise<Answer>]

const facet = (feature: JsonObject) => ({
  facets: [{ index: { byteStart: 0, byteEnd: 1 }, features: [feature] }],
})
const images = (...list: Json[]) => ({ embed: { $type: 'app.bsky.embed.images', images: list } })
const labels = (...values: Json[]) => ({ labels: { $type: 'com.atproto.label.defs#selfLabels', values } })
const ref = (given: string) => ({
  uri: `at://did:plc:jrlbmwpddimtebvzoyfonqyt/${postType}/3n2qbumissc2a`,
  cid: given,
})

const video = (blob: Json, more: JsonObject = {}) => ({
  embed: { $type: 'app.bsky.embed.video', video: blob, ...more },
})
const card = (external: JsonObject) => ({ embed: { $type: 'app.bsky.embed.external', external } })
const aCard = { uri: 'https://example.com', title: 'A', description: '' }
const quote = (record: JsonObject) => ({ embed: { $type: 'app.bsky.embed.record', record } })
const quoteWith = (media: JsonObject) => ({
  embed: {
    $type: 'app.bsky.embed.recordWithMedia',
    record: { $type: 'app.bsky.embed.record', record: ref(cid) },
    media,
  },
})

const records: [string, (twin: Twin) => JsonObject][] = [
  ['300 letters', () => ({ text: 'x'.repeat(300) })],
  ['301 letters', () => ({ text: 'x'.repeat(301) })],
  ['120 families', () => ({ text: family.repeat(120) })],
  ['121 families', () => ({ text: family.repeat(121) })],
  ['a text that is none', () => ({ text: 7 })],
  ['no text at all', () => ({ text: '' })],
  ['no time', () => ({ createdAt: 'yesterday' })],
  ['another type', () => ({ $type: 'app.bsky.feed.like' })],
  ['three languages', () => ({ langs: ['en', 'pt-BR', 'zh-Hant-TW'] })],
  ['four languages', () => ({ langs: ['en', 'de', 'fr', 'it'] })],
  ['a language twice', () => ({ langs: ['en', 'en'] })],
  ...['EN', 'english', 'e', 'en_US', 'de-DE-1901-1901', ''].map((lang): [string, () => JsonObject] => [
    `the language ${lang}`,
    () => ({ langs: [lang] }),
  ]),
  ['a link', () => facet({ $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com' })],
  ['a link that is none', () => facet({ $type: 'app.bsky.richtext.facet#link', uri: 'https:///' })],
  [
    'a mention',
    () => facet({ $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:jrlbmwpddimtebvzoyfonqyt' }),
  ],
  ['a mention of no DID', () => facet({ $type: 'app.bsky.richtext.facet#mention', did: 'alice.test' })],
  ['a tag of 64', () => facet({ $type: 'app.bsky.richtext.facet#tag', tag: 'x'.repeat(64) })],
  ['a tag of 65', () => facet({ $type: 'app.bsky.richtext.facet#tag', tag: 'x'.repeat(65) })],
  ['a tag of 1,000 bytes', () => facet({ $type: 'app.bsky.richtext.facet#tag', tag: family.repeat(40) })],
  ['a facet outside the text', () => ({ facets: [{ index: { byteStart: 90, byteEnd: 99 }, features: [] }] })],
  ['a facet before the text', () => ({ facets: [{ index: { byteStart: -1, byteEnd: 1 }, features: [] }] })],
  ['a label of 128', () => labels({ val: 'z'.repeat(128) })],
  ['a label of 129', () => labels({ val: 'z'.repeat(129) })],
  ['eleven labels', () => labels(...Array.from({ length: 11 }, (_, index) => ({ val: `l${index}` })))],
  ['an answer', () => ({ reply: { root: ref(cid), parent: ref(cid) } })],
  ['an answer to nothing', () => ({ reply: { root: ref('nope'), parent: ref('nope') } })],
  ['a picture at the limit', ({ blobs }) => images({ alt: '', image: blobs.get(2_000_000) ?? null })],
  ['a picture over the limit', ({ blobs }) => images({ alt: '', image: blobs.get(2_000_001) ?? null })],
  ['a picture without alt text', ({ blobs }) => images({ image: blobs.get(1) ?? null })],
  [
    'a picture of no height',
    ({ blobs }) => images({ alt: '', image: blobs.get(1) ?? null, aspectRatio: { width: 1, height: 0 } }),
  ],
  [
    'a new picture of another size',
    ({ blobs }) => images({ alt: '', image: { ...objectOf(blobs.get(2)), size: 5 } }),
  ],
  [
    'a new picture of another type',
    ({ blobs }) => images({ alt: '', image: { ...objectOf(blobs.get(2)), mimeType: 'image/webp' } }),
  ],
  [
    'a picture of another size that a post shows already',
    ({ blobs }) => images({ alt: '', image: { ...objectOf(blobs.get(2_000_000)), size: 5 } }),
  ],
  [
    'five pictures',
    ({ blobs }) => images(...Array.from({ length: 5 }, () => ({ alt: '', image: blobs.get(1) ?? null }))),
  ],
  [
    'a picture that was never uploaded',
    ({ blobs }) =>
      images({
        alt: '',
        image: {
          ...objectOf(blobs.get(1)),
          ref: { $link: 'bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy' },
        },
      }),
  ],
  [
    'a picture of another type that a post shows already',
    ({ blobs }) => images({ alt: '', image: { ...objectOf(blobs.get(2_000_000)), mimeType: 'image/webp' } }),
  ],
  ['a video', ({ blobs }) => video({ ...objectOf(blobs.get(2)), mimeType: 'video/mp4' })],
  ['a video that is a picture', ({ blobs }) => video(blobs.get(1) ?? null, { alt: 'x' })],
  [
    'a video of 300 MB',
    ({ blobs }) => video({ ...objectOf(blobs.get(1)), mimeType: 'video/mp4', size: 300_000_001 }),
  ],
  ['a card', () => card(aCard)],
  ['a card without a title', () => card({ uri: 'https://example.com', description: '' })],
  ['a card of no address', () => card({ ...aCard, uri: 'example' })],
  ['a card with a picture', ({ blobs }) => card({ ...aCard, thumb: blobs.get(1) ?? null })],
  ['a card with a picture too large', ({ blobs }) => card({ ...aCard, thumb: blobs.get(2_000_000) ?? null })],
  ['a quote', () => quote(ref(cid))],
  ['a quote of nothing', () => quote(ref('nope'))],
  ['a quote without its place', () => quote({ cid })],
  ['a quote beside a card', () => quoteWith(card(aCard).embed)],
  [
    'a quote beside a picture',
    ({ blobs }) => quoteWith(images({ alt: '', image: blobs.get(1) ?? null }).embed),
  ],
  [
    'a picture that is a text',
    ({ blobs }) => images({ alt: '', image: { ...objectOf(blobs.get(1)), mimeType: 'text/plain' } }),
  ],
]

const gateType = 'app.bsky.feed.threadgate'
const gateFor = (twin: Twin, rkey: string, more: JsonObject = {}) => ({
  $type: gateType,
  post: `at://${twin.did}/${postType}/${rkey}`,
  allow: [{ $type: `${gateType}#mentionRule` }],
  createdAt,
  ...more,
})

/** A post and its gate in one write. */
function write(twin: Twin, rkey: string, gate: JsonObject, post: JsonObject = {}) {
  const create = { $type: 'com.atproto.repo.applyWrites#create', rkey }
  const writes = [
    { ...create, collection: postType, value: { $type: postType, text: 'x', createdAt, ...post } },
    { ...create, collection: gateType, value: gate },
  ]
  return ask(twin, 'com.atproto.repo.applyWrites', { input: { repo: twin.did, writes }, token: access(twin) })
}

const gated: Case[] = [
  ['a post with a gate', (twin) => write(twin, rkeyOf(200), gateFor(twin, rkeyOf(200)))],
  ['the same with its gate again', (twin) => write(twin, rkeyOf(200), gateFor(twin, rkeyOf(200)))],
  ['a gate for nobody', (twin) => write(twin, rkeyOf(201), gateFor(twin, rkeyOf(201), { allow: [] }))],
  [
    'a gate of six rules',
    (twin) => {
      const allow = Array.from({ length: 6 }, () => ({ $type: `${gateType}#mentionRule` }))
      return write(twin, rkeyOf(202), gateFor(twin, rkeyOf(202), { allow }))
    },
  ],
  ['a gate of no post', (twin) => write(twin, rkeyOf(203), gateFor(twin, rkeyOf(203), { post: 'nope' }))],
  [
    'a good gate of a bad post',
    (twin) => write(twin, rkeyOf(204), gateFor(twin, rkeyOf(204)), { text: 'x'.repeat(301) }),
  ],
  [
    'what a refused write left',
    (twin) =>
      ask(twin, 'com.atproto.repo.getRecord', {
        query: { repo: twin.did, collection: gateType, rkey: rkeyOf(204) },
      }),
  ],
  [
    'who the session is of',
    (twin) => ask(twin, 'com.atproto.server.getSession', { query: {}, token: access(twin) }),
  ],
  ['who no session is of', (twin) => ask(twin, 'com.atproto.server.getSession', { query: {} })],
]

const calls: Case[] = [
  ...gated,
  ...records.map(
    ([what, record], index): Case => [
      `a post with ${what}`,
      (twin) => put(twin, record(twin), { rkey: rkeyOf(index) }),
    ],
  ),
  ['a post at a key that is none', (twin) => put(twin, {}, { rkey: 'hello' })],
  ['a post', (twin) => put(twin, {}, { rkey: rkeyOf(100) })],
  ['the same post again', (twin) => put(twin, {}, { rkey: rkeyOf(100) })],
  ['another at its key', (twin) => put(twin, { text: 'other' }, { rkey: rkeyOf(100) })],
  [
    'another at its key, over it',
    (twin) => put(twin, { text: 'other' }, { rkey: rkeyOf(100), swapRecord: undefined }),
  ],
  [
    'a post for somebody else',
    (twin) => put(twin, {}, { rkey: rkeyOf(101), repo: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz' }),
  ],
  ['a post without a session', (twin) => put(twin, {}, { rkey: rkeyOf(101) }, null)],
  ['a post with a token that is none', (twin) => put(twin, {}, { rkey: rkeyOf(101) }, 'a.b.c')],
  [
    'a post with the token to renew',
    (twin) => put(twin, {}, { rkey: rkeyOf(101) }, String(twin.session.refreshJwt)),
  ],
  [
    'reading it',
    (twin) =>
      ask(twin, 'com.atproto.repo.getRecord', {
        query: { repo: twin.did, collection: postType, rkey: rkeyOf(100) },
      }),
  ],
  [
    'reading what is not there',
    (twin) =>
      ask(twin, 'com.atproto.repo.getRecord', {
        query: { repo: twin.did, collection: postType, rkey: rkeyOf(999) },
      }),
  ],
  [
    'reading of somebody else',
    (twin) =>
      ask(twin, 'com.atproto.repo.getRecord', {
        query: { repo: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz', collection: postType, rkey: rkeyOf(1) },
      }),
  ],
  [
    'reading a profile that was never filled in',
    (twin) =>
      ask(twin, 'com.atproto.repo.getRecord', {
        query: { repo: twin.did, collection: 'app.bsky.actor.profile', rkey: 'self' },
      }),
  ],
  ['asking what the server is', (twin) => ask(twin, 'com.atproto.server.describeServer', { query: {} })],
  [
    'resolving a handle',
    (twin) => ask(twin, 'com.atproto.identity.resolveHandle', { query: { handle: 'alice.test' } }),
  ],
  [
    'resolving nobody',
    (twin) => ask(twin, 'com.atproto.identity.resolveHandle', { query: { handle: 'nobody.test' } }),
  ],
  [
    'resolving no handle',
    (twin) => ask(twin, 'com.atproto.identity.resolveHandle', { query: { handle: 'no body' } }),
  ],
  [
    'uploading',
    (twin) => ask(twin, 'com.atproto.repo.uploadBlob', { bytes: Buffer.alloc(10), token: access(twin) }),
  ],
  [
    'uploading too much',
    (twin) =>
      ask(twin, 'com.atproto.repo.uploadBlob', { bytes: Buffer.alloc(blobLimit + 1), token: access(twin) }),
  ],
  [
    'uploading without a session',
    (twin) => ask(twin, 'com.atproto.repo.uploadBlob', { bytes: Buffer.alloc(10) }),
  ],
  [
    'a wrong password',
    (twin) => ask(twin, 'com.atproto.server.createSession', { input: { ...login(twin), password: 'wrong' } }),
  ],
  [
    'a wrong handle',
    (twin) =>
      ask(twin, 'com.atproto.server.createSession', { input: { ...login(twin), identifier: 'nobody.test' } }),
  ],
  [
    'renewing',
    (twin) => ask(twin, 'com.atproto.server.refreshSession', { token: String(twin.session.refreshJwt) }),
  ],
  [
    'renewing with the token to post',
    (twin) => ask(twin, 'com.atproto.server.refreshSession', { token: access(twin) }),
  ],
  [
    'renewing with a body',
    (twin) =>
      ask(twin, 'com.atproto.server.refreshSession', { token: String(twin.session.refreshJwt), input: {} }),
  ],
  [
    'renewing by GET',
    (twin) =>
      ask(twin, 'com.atproto.server.refreshSession', { token: String(twin.session.refreshJwt), query: {} }),
  ],
  [
    'ending',
    (twin) => ask(twin, 'com.atproto.server.deleteSession', { token: String(twin.session.refreshJwt) }),
  ],
  [
    'ending again',
    (twin) => ask(twin, 'com.atproto.server.deleteSession', { token: String(twin.session.refreshJwt) }),
  ],
  [
    'renewing what has ended',
    (twin) => ask(twin, 'com.atproto.server.refreshSession', { token: String(twin.session.refreshJwt) }),
  ],
  [
    'a post after the session has ended, before its token expires',
    (twin) => put(twin, {}, { rkey: rkeyOf(102) }),
  ],
]

// In this order: later calls meet what earlier ones left.
describe('the fake answers as the real server does', () => {
  test.for(calls)('to %s', async ([, call]) => {
    const [real, fake] = twins
    if (!real || !fake) throw new Error('There are not two servers.')
    expect(outcomeOf(await call(fake))).toEqual(outcomeOf(await call(real)))
  })

  test('and both find the same things at the end', async () => {
    const standing = await Promise.all(
      twins.map(async (twin) => {
        const query = { repo: twin.did, collection: postType, limit: '100' }
        const { records: found } = await output(ask(twin, 'com.atproto.repo.listRecords', { query }))
        return JSON.stringify(found)
          .replaceAll(twin.did, 'did')
          .replace(/"cid":"[^"]*"/g, '').length
      }),
    )
    expect(standing[1]).toBe(standing[0])
  })
})

interface Answer {
  status: number
  json: JsonObject
}

interface Asking {
  query?: Record<string, string>
  input?: JsonObject
  bytes?: Buffer
  token?: string | null
}

async function ask(twin: Twin, method: string, { query, input, bytes, token }: Asking): Promise<Answer> {
  const type = bytes ? 'image/png' : input ? 'application/json' : null
  const answer = await fetch(`${twin.url}/xrpc/${method}?${new URLSearchParams(query)}`, {
    method: query ? 'GET' : 'POST',
    headers: {
      ...(type ? { 'content-type': type } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(bytes ? { body: new Uint8Array(bytes) } : input ? { body: JSON.stringify(input) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, json: text === '' ? {} : JSON.parse(text) }
}

function put(
  twin: Twin,
  record: JsonObject,
  more: Record<string, Json | undefined>,
  token: string | null = access(twin),
) {
  const base = { $type: postType, text: 'x', createdAt }
  const input = {
    repo: twin.did,
    collection: postType,
    swapRecord: null,
    record: { ...base, ...record },
    ...more,
  }
  return ask(twin, 'com.atproto.repo.putRecord', { input: JSON.parse(JSON.stringify(input)), token })
}

async function output(asking: Promise<Answer>): Promise<JsonObject> {
  const { status, json } = await asking
  if (status !== 200) throw new Error(`It answered ${status} ${JSON.stringify(json)}.`)
  return json
}

/** The parts of an answer that a connector reads: its status, its error, and some members of its output. */
function outcomeOf({ status, json }: Answer): Layered {
  const read = [
    'uri',
    'cid',
    'value',
    'commit',
    'did',
    'handle',
    'accessJwt',
    'refreshJwt',
    'blob',
    'blobUploadLimit',
    'active',
    'results',
  ]
  return { status, error: json.error ?? null, names: read.filter((name) => json[name] !== undefined) }
}

function login(twin: Twin): JsonObject {
  return { identifier: 'alice.test', password: twin.appPassword }
}

function access(twin: Twin): string {
  return String(twin.session.accessJwt)
}

/** A different valid key for each number. */
function rkeyOf(index: number): string {
  const letters = '234567abcdefghijklmnopqrstuvwxyz'
  return `3mabcdefgh${letters.charAt(Math.floor(index / 32))}${letters.charAt(index % 32)}2`
}
