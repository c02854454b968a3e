// @module-tag slow
import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { makePictures } from '../../conformance/pictures.ts'
import type { DraftMedia, ImageFit } from '../../connector.ts'
import { mastodon } from '../connector.ts'
import { list, upload } from './fake.ts'
import { type Bench, errorAnswer, failureOf, openBench, page } from './steps.ts'

let bench: Bench
afterEach(() => bench?.close())

const uploads = () => bench.fake.calls.filter(({ name }) => name === upload)

async function draftWith(count: number) {
  const pictures = await makePictures(count, mastodon.limits(bench.account))
  const bytes = new Map(pictures.map(({ draft, bytes }) => [draft.id, bytes]))
  return { draft: { text: 'Look', media: pictures.map(({ draft }) => draft) }, bytes }
}

describe('preparing', () => {
  test('goes on where it stopped: what is uploaded is not uploaded again, and stays the same medium', async () => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const { draft, bytes } = await draftWith(3)
    const step = bench.step(draft)
    const prepare = (artefacts = {}) => mastodon.prepare({ ...step, artefacts }, bench.io(null, bytes))
    const first = await prepare()
    expect(first).toMatchObject({ outcome: 'pending', againInMs: 0 })
    bench.fake.inject(upload, { kind: 'drop' })
    expect((await failureOf(prepare(first.artefacts))).kind).toBe('unavailable')
    const second = await prepare(first.artefacts)
    const third = await prepare(second.artefacts)
    const ready = await prepare(third.artefacts)
    expect(ready.outcome).toBe('ready')
    expect(ready.artefacts.media).toEqual(third.artefacts.media)
    expect(uploads()).toHaveLength(4)
    expect((await prepare(ready.artefacts)).artefacts.media).toEqual(ready.artefacts.media)
    expect(uploads()).toHaveLength(4)
  })

  test('gives alt text and focus along, letters of every script included', async () => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const { draft, bytes } = await draftWith(2)
    const [first, second] = draft.media
    if (!first || !second) throw new Error('There are two.')
    const media = [
      { ...first, altText: 'Grüße "你好" 👩‍👩‍👧‍👦\r\n--crier', focus: { x: -0.5, y: 0.25 } },
      { ...second, altText: '', focus: null },
    ]
    const step = await bench.readyToSend({ text: 'Look', media }, {}, bytes)
    await mastodon.commit(step, bench.io(step))
    expect(bench.fake.posts[0]?.media).toMatchObject([
      { description: 'Grüße "你好" 👩‍👩‍👧‍👦\r\n--crier', focus: '-0.5,0.25' },
      { description: '', focus: null },
    ])
  })

  test('waits for what is processed slowly, one question at a time', async () => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    bench.fake.processMedia({ forMs: 2_000 })
    const { draft, bytes } = await draftWith(1)
    const step = bench.step(draft)
    const first = await mastodon.prepare(step, bench.io(null, bytes))
    const waiting = { ...step, artefacts: first.artefacts }
    expect(await mastodon.prepare(waiting, bench.io(null, bytes))).toEqual({
      outcome: 'pending',
      artefacts: first.artefacts,
      againInMs: 1_000,
    })
    await expect
      .poll(() => mastodon.prepare(waiting, bench.io(null, bytes)), { timeout: 5_000 })
      .toMatchObject({
        outcome: 'pending',
        againInMs: 0,
        artefacts: { media: [{ is_ready: true }] },
      })
    expect(uploads()).toHaveLength(1)
  })

  test('gives up on a medium the server could not process, and on one it never finishes', async () => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const { draft, bytes } = await draftWith(1)
    bench.fake.processMedia({ forMs: 0, isBroken: true })
    expect((await failureOf(bench.prepared(draft, {}, bytes))).kind).toBe('invalid')
    bench.fake.processMedia({ forMs: 3_600_000 })
    const step = bench.step(draft)
    const { artefacts } = await mastodon.prepare(step, bench.io(null, bytes))
    const later = new Date(Date.now() + 3_700_000)
    const asking = mastodon.prepare({ ...step, artefacts }, { ...bench.io(null, bytes), now: () => later })
    expect((await failureOf(asking)).kind).toBe('unavailable')
  })

  test('asks once more about a medium that has no address yet, whatever the status said', async () => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const { draft, bytes } = await draftWith(1)
    const body = '{"id":"1","type":"image","url":null}'
    bench.fake.inject(upload, {
      kind: 'answer',
      status: 200,
      body,
      headers: { 'content-type': 'application/json' },
    })
    const prepared = await mastodon.prepare(bench.step(draft), bench.io(null, bytes))
    expect(prepared.artefacts.media).toMatchObject([{ id: '1', is_ready: false }])
  })

  test('uploads again what may be gone after a long hold', async () => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const { draft, bytes } = await draftWith(1)
    const step = await bench.prepared(draft, {}, bytes)
    bench.fake.forgetMedia()
    const later = new Date(Date.now() + 13 * 3_600_000)
    const again = await mastodon.prepare(step, { ...bench.io(null, bytes), now: () => later })
    expect(again.outcome).toBe('pending')
    expect(uploads()).toHaveLength(2)
  })

  test('remembers which posts stood there, and goes on without where it may not look', async () => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const ids = [bench.fake.write('One').id, bench.fake.write('Two').id]
    expect((await bench.prepared({ text: 'Three' })).artefacts.seen).toEqual(ids.toReversed())
    bench.fake.inject(list, errorAnswer(403, 'This action is not allowed'))
    expect((await bench.prepared({ text: 'Three' })).artefacts.seen).toBeNull()
    bench.fake.inject(list, page(502))
    expect((await failureOf(bench.prepared({ text: 'Three' }))).kind).toBe('unavailable')
    bench.fake.inject(list, { kind: 'answer', status: 200, body: '' })
    expect((await failureOf(bench.prepared({ text: 'Three' }))).kind).toBe('unavailable')
  })
})

describe('an upload', () => {
  test('is made to fit the instance: its bytes and its pixels', async () => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
    const bytes = await sharp({
      create: { width: 2000, height: 1000, channels: 3, background: '#888', noise },
    })
      .png()
      .toBuffer()
    const id = randomUUID()
    const medium = mediumOf({ id, bytes: bytes.length, width: 2000, height: 1000 })
    const step = await bench.readyToSend({ text: 'Big', media: [medium] }, {}, new Map([[id, bytes]]))
    await mastodon.commit(step, bench.io(step))
    const shown = bench.fake.posts[0]?.media[0]?.bytes ?? Buffer.alloc(0)
    const { width, height } = await sharp(shown).metadata()
    expect(bytes.length).toBeGreaterThan(2_000_000)
    expect(shown.length).toBeLessThanOrEqual(2_000_000)
    expect(width * height).toBeLessThanOrEqual(1_000_000)
    expect(width / height).toBeCloseTo(2, 1)
  })

  test('is made smaller when something before the server takes less than the server says', async () => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const { draft, bytes } = await draftWith(1)
    const asked: number[] = []
    const io = bench.io(null, bytes)
    const padded = async (id: string, fit: ImageFit) => {
      asked.push(fit.maxBytes)
      const fitted = await io.media.fitImage(id, fit)
      return {
        ...fitted,
        bytes: Buffer.concat([fitted.bytes, Buffer.alloc(fit.maxBytes - fitted.bytes.length)]),
      }
    }
    const media = { ...io.media, fitImage: padded }
    for (let times = 0; times < 2; times++) bench.fake.inject(upload, page(413))
    const prepared = await mastodon.prepare(bench.step(draft), { ...io, media })
    expect(prepared.artefacts.media).toHaveLength(1)
    expect(asked).toEqual([2_000_000, 1_000_000, 500_000])
    for (let times = 0; times < 9; times++) bench.fake.inject(upload, page(413))
    expect((await failureOf(mastodon.prepare(bench.step(draft), { ...io, media }))).kind).toBe('invalid')
  })

  test('of a video is streamed as it is, with its length said', async () => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const bytes = randomBytes(3_000_000)
    const id = randomUUID()
    const medium = mediumOf({ id, kind: 'video', mimeType: 'video/mp4', bytes: bytes.length })
    const step = await bench.readyToSend({ text: 'Film', media: [medium] }, {}, new Map([[id, bytes]]))
    await mastodon.commit(step, bench.io(step))
    expect(bench.fake.posts[0]?.media[0]).toMatchObject({ mimeType: 'video/mp4' })
    expect(bench.fake.posts[0]?.media[0]?.bytes.equals(bytes)).toBe(true)
    expect(Number(uploads()[0]?.headers['content-length'])).toBeGreaterThan(bytes.length)
    expect(uploads()[0]?.headers['transfer-encoding']).toBeUndefined()
  })

  test.each([
    [errorAnswer(401, 'The access token is invalid'), 'unauthorized'],
    [page(401), 'unauthorized'],
    [errorAnswer(403, 'This action is outside the authorized scopes'), 'unauthorized'],
    [errorAnswer(403, 'Your login is currently disabled'), 'account_blocked'],
    [errorAnswer(422, 'Validation failed: File content type is invalid'), 'invalid'],
    [errorAnswer(400, 'Bad Request'), 'invalid'],
    [page(415), 'invalid'],
    [errorAnswer(429, 'Too many requests'), 'rate_limited'],
    [errorAnswer(500, 'Internal Server Error'), 'unavailable'],
    [page(502), 'unavailable'],
    [page(404), 'unavailable'],
    [{ kind: 'answer', status: 200, body: '[]' }, 'unavailable'],
    [{ kind: 'answer', status: 200, body: '{}' }, 'unavailable'],
    [{ kind: 'lose_answer' }, 'unavailable'],
  ] as const)('answered %j is %s, and nothing is public', async (fault, kind) => {
    bench = await openBench({ variant: 'mastodon-fixed' })
    const { draft, bytes } = await draftWith(1)
    bench.fake.inject(upload, fault)
    expect((await failureOf(bench.prepared(draft, {}, bytes))).kind).toBe(kind)
    expect(bench.fake.posts).toEqual([])
  })

  test('of a type a gallery does not take is refused for good', async () => {
    bench = await openBench({ variant: 'pixelfed' })
    const { draft, bytes } = await draftWith(1)
    bench.fake.inject(upload, errorAnswer(403, 'Invalid or unsupported mime type.'))
    expect((await failureOf(bench.prepared(draft, {}, bytes))).kind).toBe('invalid')
  })
})

function mediumOf(given: Partial<DraftMedia>): DraftMedia {
  const usual = {
    kind: 'image',
    mimeType: 'image/png',
    width: 640,
    height: 480,
    altText: '',
    focus: null,
    crop: null,
    video: null,
    pages: null,
    orientation: 1,
    removed: [],
  } as const
  return { id: randomUUID(), bytes: 1_000, durationMs: null, ...usual, ...given }
}
