import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../lib/id.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { describeDraft, makePictures } from '../../conformance/pictures.ts'
import { type Account, type CommitStep, type Draft, Failure, type Io, type Step } from '../../connector.ts'
import { bluesky } from '../connector.ts'
import { connectAccount } from './accounts.ts'
import { type FakeBluesky, startFakeBluesky } from './fake.ts'
import { readPosts } from './world.ts'

const put = 'com.atproto.repo.putRecord'
const get = 'com.atproto.repo.getRecord'
const upload = 'com.atproto.repo.uploadBlob'

let fake: FakeBluesky
let outbound: Outbound
let account: Account
let credentials: JsonObject
let did: string

beforeEach(async () => {
  fake = await startFakeBluesky()
  outbound = localOutbound()
  const resident = fake.createAccount('alice.test')
  did = resident.did
  ;({ account, credentials } = await connectAccount(outbound, { service: fake.url, ...resident }))
})

afterEach(async () => {
  await outbound.close()
  await fake.close()
})

const json = { 'content-type': 'application/json' }
const xrpc = (status: number, error: string, message = 'No.') => ({
  status,
  body: JSON.stringify({ error, message }),
})
const page = (status: number) => ({ status, body: `<html>${status}</html>` })

describe('what an answer to the commit means', () => {
  test.each([
    // Refused before anything was written.
    [xrpc(400, 'InvalidRequest', 'Invalid app.bsky.feed.post record: grapheme too big'), 'invalid'],
    [xrpc(400, 'BlobNotFound'), 'invalid'],
    [xrpc(400, 'BlobTooLarge'), 'invalid'],
    [xrpc(400, 'InvalidMimeType'), 'invalid'],
    [xrpc(400, 'InvalidSize'), 'invalid'],
    [xrpc(413, 'PayloadTooLarge'), 'invalid'],
    [xrpc(400, 'ExpiredToken'), 'unauthorized'],
    [xrpc(400, 'InvalidToken'), 'unauthorized'],
    [xrpc(401, 'AuthMissing'), 'unauthorized'],
    [xrpc(401, 'AuthenticationRequired'), 'unauthorized'],
    [xrpc(401, 'AccountTakedown'), 'account_blocked'],
    [xrpc(401, 'AccountDeactivated'), 'unauthorized'],
    [xrpc(403, 'AccountNotFound'), 'unauthorized'],
    [xrpc(400, 'AccountNotFound'), 'unauthorized'],
    [xrpc(400, 'RepoNotFound'), 'unauthorized'],
    [xrpc(429, 'RateLimitExceeded'), 'rate_limited'],
    [page(429), 'rate_limited'],
    // Evidence that something stands there, which may be ours.
    [xrpc(400, 'InvalidSwap', 'Record was at bafyrei'), 'unknown_outcome'],
    // Everything that is not on the list proves nothing.
    [xrpc(400, 'SomethingNew'), 'unknown_outcome'],
    [xrpc(401, 'InvalidRequest'), 'unknown_outcome'],
    [xrpc(403, 'InvalidRequest'), 'unknown_outcome'],
    [xrpc(404, 'InvalidRequest'), 'unknown_outcome'],
    [xrpc(409, 'InvalidRequest'), 'unknown_outcome'],
    [xrpc(500, 'InternalServerError'), 'unknown_outcome'],
    [xrpc(500, 'InvalidRequest'), 'unknown_outcome'],
    [xrpc(501, 'MethodNotImplemented'), 'unknown_outcome'],
    [xrpc(502, 'UpstreamFailure'), 'unknown_outcome'],
    [xrpc(503, 'NotEnoughResources'), 'unknown_outcome'],
    [page(400), 'unknown_outcome'],
    [page(401), 'unknown_outcome'],
    [page(403), 'unknown_outcome'],
    [page(404), 'unknown_outcome'],
    [page(408), 'unknown_outcome'],
    [page(502), 'unknown_outcome'],
    [page(504), 'unknown_outcome'],
    [{ status: 301, body: '' }, 'unknown_outcome'],
    [{ status: 204, body: '' }, 'unknown_outcome'],
    [{ status: 201, body: '{}' }, 'unknown_outcome'],
    [{ status: 200, body: '' }, 'unknown_outcome'],
    [{ status: 200, body: '{"uri":' }, 'unknown_outcome'],
    [{ status: 200, body: '[]' }, 'unknown_outcome'],
    [
      { status: 200, body: '{"uri":"at://did:plc:else/app.bsky.feed.post/3n2qbumissc2a","cid":"bafyrei"}' },
      'unknown_outcome',
    ],
  ] as const)('%j is %s', async (answer, kind) => {
    const step = await prepareAndCompose({ text: 'Hello' })
    fake.inject(put, { kind: 'answer', headers: json, ...answer })
    const failure = await failureOf(bluesky.commit(step, ioOf(step)))
    expect(failure.kind).toBe(kind)
    expect(await readPosts(fake.url, did)).toEqual([])
  })

  test('a connection that breaks is unknown, whenever it breaks', async () => {
    for (const fault of ['drop', 'lose_answer', 'fail_after'] as const) {
      const step = await prepareAndCompose({ text: `Hello ${fault}` })
      fake.inject(put, { kind: fault })
      expect((await failureOf(bluesky.commit(step, ioOf(step)))).kind).toBe('unknown_outcome')
    }
    expect((await readPosts(fake.url, did)).map(({ record }) => record.text).sort()).toEqual([
      'Hello fail_after',
      'Hello lose_answer',
    ])
  })

  test('a limit is waited out as long as the server says, by its pause or by the end of its window', async () => {
    const now = new Date('2026-11-20T10:00:00Z')
    const reset = String(now.getTime() / 1000 + 90)
    for (const [headers, expected] of [
      [{ 'retry-after': '7', 'ratelimit-reset': reset }, 7_000],
      [{ 'ratelimit-reset': reset }, 91_000],
      [{ 'retry-after': 'Fri, 20 Nov 2026 10:00:20 GMT' }, 21_000],
      [{ 'ratelimit-reset': '1' }, 0],
      [{ 'retry-after': 'soon' }, null],
      [{}, null],
    ] as [Record<string, string>, number | null][]) {
      const step = await prepareAndCompose({ text: 'Hello' })
      fake.inject(put, {
        kind: 'answer',
        ...xrpc(429, 'RateLimitExceeded'),
        headers: { ...json, date: now.toUTCString(), ...headers },
      })
      const failure = await failureOf(bluesky.commit(step, { ...ioOf(step), now: () => now }))
      expect(failure.retryAfterMs).toBe(expected)
    }
  })

  test('what a server says is passed on, cut short, and never with our token in it', async () => {
    const token = String(credentials.access_jwt)
    const step = await prepareAndCompose({ text: 'Hello' })
    const message = `no\u0007t ${token} ${'long '.repeat(200)}`
    fake.inject(put, { kind: 'answer', headers: json, ...xrpc(400, 'InvalidRequest', message) })
    const failure = await failureOf(bluesky.commit(step, ioOf(step)))
    expect(failure.message).toMatch(/It said: no t \[secret\] long/)
    expect(failure.message.length).toBeLessThan(400)
    expect(failure.platformCode).toBe('InvalidRequest')
  })
})

describe('what is found at the key afterwards', () => {
  test('nothing: the same may be sent again, and makes one post however often', async () => {
    const step = await prepareAndCompose({ text: 'Once' })
    expect(await bluesky.settle(step, ioOf(step))).toEqual({ outcome: 'repeat' })
    const first = await bluesky.commit(step, ioOf(step))
    const second = await bluesky.commit(step, ioOf(step))
    expect(second).toEqual(first)
    expect(await bluesky.settle(step, ioOf(step))).toEqual(first)
    expect(await readPosts(fake.url, did)).toHaveLength(1)
  })

  test('our post, although our session has ended since', async () => {
    const step = await prepareAndCompose({ text: 'Was it heard?' })
    fake.inject(put, { kind: 'lose_answer' })
    await failureOf(bluesky.commit(step, ioOf(step)))
    fake.revoke(did)
    expect(await bluesky.settle(step, ioOf(step))).toMatchObject({ outcome: 'published' })
  })

  test('something else: a person is asked', async () => {
    const step = await prepareAndCompose({ text: 'Mine' })
    const other = {
      ...step,
      commit: { ...step.commit, body: String(step.commit.body).replace('Mine', 'Yours') },
    }
    await bluesky.commit(other, ioOf(other))
    const failure = await failureOf(bluesky.commit(step, ioOf(step)))
    expect(failure).toMatchObject({ kind: 'unknown_outcome', platformCode: 'InvalidSwap' })
    expect(await bluesky.settle(step, ioOf(step))).toEqual({ outcome: 'not_found' })
  })

  test.each([
    [xrpc(502, 'UpstreamFailure'), 'unavailable'],
    [xrpc(400, 'InvalidRequest'), 'invalid'],
    [xrpc(429, 'RateLimitExceeded'), 'rate_limited'],
    [page(404), 'unavailable'],
    [{ status: 200, body: '{}' }, 'unavailable'],
  ] as const)('%j says nothing about the post: %s', async (answer, kind) => {
    const step = await prepareAndCompose({ text: 'Hello' })
    fake.inject(get, { kind: 'answer', headers: json, ...answer })
    expect((await failureOf(bluesky.settle(step, ioOf(step)))).kind).toBe(kind)
  })
})

describe('preparing', () => {
  test('goes on where it stopped: what is uploaded is not uploaded again', async () => {
    const { draft, bytes } = await draftWith(3)
    const io = handIo(outbound, credentials)({ commit: null, media: bytes })
    const key = randomBytes(16).toString('hex')
    const first = await bluesky.prepare(stepOf(draft, key, {}), io)
    expect(first).toMatchObject({ outcome: 'pending', againInMs: 0 })
    fake.inject(upload, { kind: 'drop' })
    expect((await failureOf(bluesky.prepare(stepOf(draft, key, first.artefacts), io))).kind).toBe(
      'unavailable',
    )
    const second = await bluesky.prepare(stepOf(draft, key, first.artefacts), io)
    const third = await bluesky.prepare(stepOf(draft, key, second.artefacts), io)
    expect(third).toMatchObject({
      outcome: 'ready',
      artefacts: { rkey: first.artefacts.rkey, created_at: first.artefacts.created_at },
    })
    expect(fake.calls.filter(({ method }) => method === upload)).toHaveLength(4)
    expect(await bluesky.prepare(stepOf(draft, key, third.artefacts), io)).toEqual(third)
    expect(fake.calls.filter(({ method }) => method === upload)).toHaveLength(4)
  })

  test('sends a picture as large as the server takes, and a smaller one when it takes less than it says', async () => {
    const { draft, bytes } = await draftWith(1)
    const asked: number[] = []
    const io = handIo(outbound, credentials)({ commit: null, media: bytes })
    const media = {
      ...io.media,
      fitImage: (id: string, fit: Parameters<Io['media']['fitImage']>[1]) => {
        asked.push(fit.maxBytes)
        return io.media.fitImage(id, fit)
      },
    }
    fake.inject(upload, { kind: 'answer', headers: json, ...xrpc(413, 'PayloadTooLarge') })
    fake.inject(upload, { kind: 'answer', headers: json, ...xrpc(413, 'PayloadTooLarge') })
    expect(await bluesky.prepare(stepOf(draft, 'a'.repeat(32), {}), { ...io, media })).toMatchObject({
      outcome: 'ready',
    })
    expect(asked).toEqual([2_000_000, 1_000_000, 500_000])
    for (let times = 0; times < 6; times++)
      fake.inject(upload, { kind: 'answer', headers: json, ...xrpc(413, 'PayloadTooLarge') })
    const failure = await failureOf(bluesky.prepare(stepOf(draft, 'a'.repeat(32), {}), { ...io, media }))
    expect(failure.kind).toBe('invalid')
  })

  test('uploads again what may be gone after a long hold, keeps the key, and takes the time of now', async () => {
    const { draft, bytes } = await draftWith(1)
    const io = handIo(outbound, credentials)({ commit: null, media: bytes })
    const first = await bluesky.prepare(stepOf(draft, 'a'.repeat(32), {}), io)
    fake.forgetBlobs(did)
    const later = new Date(Date.now() + 3_600_000)
    const again = await bluesky.prepare(stepOf(draft, 'a'.repeat(32), first.artefacts), {
      ...io,
      now: () => later,
    })
    expect(again.artefacts).toMatchObject({ rkey: first.artefacts.rkey, created_at: later.toISOString() })
    const step = composed(stepOf(draft, 'a'.repeat(32), again.artefacts))
    expect(await bluesky.commit(step, ioOf(step))).toMatchObject({ outcome: 'published' })
  })

  test('gives a post that is prepared ahead the time it is due, and an answer a later one than its parent', async () => {
    const dueAt = new Date(Date.now() + 60_000)
    const parent = await prepared({ text: 'First' }, { dueAt })
    expect(parent.artefacts.created_at).toBe(dueAt.toISOString())
    const step = composed(parent)
    const post = await bluesky.commit(step, ioOf(step))
    if (post.outcome !== 'published') throw new Error('It was not published.')
    const child = await prepared({ text: 'Second' }, { replyTo: { root: post, parent: post } })
    expect(Date.parse(String(child.artefacts.created_at))).toBe(dueAt.getTime() + 1)
  })

  test('resolves who is mentioned; nobody stays plain text, and a server that cannot say now is asked later', async () => {
    fake.createAccount('bob.test')
    const step = composed(await prepared({ text: 'Hi @Bob.test and @nobody.test' }))
    const { record } = JSON.parse(String(step.commit.body)) as { record: { facets: { index: unknown }[] } }
    expect(record.facets.map(({ index }) => index)).toEqual([{ byteStart: 3, byteEnd: 12 }])
    fake.inject('com.atproto.identity.resolveHandle', { kind: 'answer', headers: json, ...xrpc(503, 'Busy') })
    expect((await failureOf(prepared({ text: 'Hi @bob.test' }))).kind).toBe('unavailable')
    fake.inject('com.atproto.identity.resolveHandle', {
      kind: 'answer',
      headers: json,
      ...xrpc(502, 'UpstreamFailure'),
    })
    expect((await prepared({ text: 'Hi @bob.test' })).artefacts.dids).toEqual({})
  })

  test.each([
    ['expired', () => fake.expireAccess(did), 'unauthorized'],
    ['revoked', () => fake.revoke(did), 'unauthorized'],
  ] as const)('a session that is %s is found before anything is public', async (_, spoil, kind) => {
    spoil()
    const { draft, bytes } = await draftWith(1)
    const io = handIo(outbound, credentials)({ commit: null, media: bytes })
    expect((await failureOf(bluesky.prepare(stepOf(draft, 'a'.repeat(32), {}), io))).kind).toBe(kind)
  })
})

describe('the record', () => {
  test('holds languages, labels, pictures with alt text, and no half of a letter', async () => {
    const { draft, bytes } = await draftWith(2)
    const options = { langs: ['en', 'de'], labels: ['graphic-media', '!no-unauthenticated'] }
    const step = composed(await prepared({ ...draft, text: 'broken \ud83d here', options }, {}, bytes))
    await bluesky.commit(step, ioOf(step))
    const [post] = await readPosts(fake.url, did)
    expect(post?.record).toMatchObject({
      text: 'broken \ufffd here',
      langs: ['en', 'de'],
      labels: {
        $type: 'com.atproto.label.defs#selfLabels',
        values: [{ val: 'graphic-media' }, { val: '!no-unauthenticated' }],
      },
      embed: {
        images: [
          { alt: draft.media[0]?.altText, aspectRatio: { width: 320, height: 320 } },
          { alt: draft.media[1]?.altText, aspectRatio: { width: 360, height: 320 } },
        ],
      },
    })
    expect(await bluesky.settle(step, ioOf(step))).toMatchObject({ outcome: 'published' })
  })

  test('carries no credential, and is the same each time', async () => {
    const step = await prepared({ text: 'Hello #world' })
    expect(bluesky.compose(step)).toEqual(bluesky.compose(step))
    expect(JSON.stringify(bluesky.compose(step))).not.toContain(String(credentials.access_jwt))
    expect(() => bluesky.compose({ ...step, artefacts: {} })).toThrow('before it is prepared')
  })
})

async function draftWith(
  count: number,
): Promise<{ draft: Pick<Draft, 'text' | 'media'>; bytes: Map<string, Uint8Array> }> {
  const pictures = await makePictures(count, bluesky.limits(account))
  return {
    draft: { text: 'Look', media: pictures.map(({ draft }) => draft) },
    bytes: new Map(pictures.map(({ draft, bytes }) => [draft.id, bytes])),
  }
}

function stepOf(draft: Partial<Draft>, key: string, artefacts: JsonObject, more: Partial<Step> = {}): Step {
  const whole = describeDraft(draft)
  return {
    key,
    resultId: newId(),
    account,
    draft: whole,
    dueAt: new Date(0),
    artefacts,
    replyTo: null,
    part: 'post',
    ...more,
  }
}

async function prepared(
  draft: Partial<Draft>,
  more: Partial<Step> = {},
  media = new Map<string, Uint8Array>(),
): Promise<Step> {
  let step = stepOf(draft, randomBytes(16).toString('hex'), {}, more)
  for (;;) {
    const answer = await bluesky.prepare(step, handIo(outbound, credentials)({ commit: null, media }))
    step = { ...step, artefacts: answer.artefacts }
    if (answer.outcome === 'ready') return step
  }
}

function composed(step: Step): CommitStep {
  return { ...step, commit: bluesky.compose(step), firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
}

async function prepareAndCompose(draft: Partial<Draft>): Promise<CommitStep> {
  return composed(await prepared(draft))
}

function ioOf(step: CommitStep): Io {
  return handIo(outbound, credentials)({ commit: step.commit, media: new Map() })
}

async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error = await doing.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error instanceof Failure) return error
  throw new Error(`It did not fail as it should: ${error}`)
}
