// @module-tag slow
import { openAsBlob, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSubscription } from '../../server/src/billing/set-subscription.ts'
import { newId } from '../../server/src/lib/id.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { until } from '../../server/test/stories/until.ts'
import {
  AuthenticationError,
  answerOf,
  ConflictError,
  type CrierClient,
  createClient,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  type PostWithResults,
  RateLimitError,
  recognizeType,
  StaleError,
  SubscriptionRequiredError,
} from '../src/index.ts'
import { picture } from './picture.ts'

let house: House
let client: CrierClient

beforeAll(async () => {
  house = await startHouse()
  client = createClient({ baseUrl: house.url, apiKey: house.testKey })
})
afterAll(() => house.stop())

const untilSettled = (id: string): Promise<PostWithResults> =>
  until(
    () => client.posts.get(id, { expand: 'results' }),
    ({ status }) => status !== 'processing',
  )

test('a program uploads a picture, publishes it, and reads where it is', async () => {
  await house.connect('sandbox', { name: 'Harbour' }, 'test')
  const [account] = await client.socialAccounts.list({ platform: 'sandbox' }).toArray()
  const medium = await client.media.upload(picture(), { name: 'harbour.png' })
  expect(medium).toMatchObject({ status: 'ready', mime_type: 'image/png', name: 'harbour.png' })
  const post = await client.posts.create({
    caption: 'The harbour',
    media: [medium.media_id],
    social_accounts: [account?.id ?? ''],
  })
  expect(post.status).toBe('processing')
  const { status, results } = await untilSettled(post.id)
  expect(status).toBe('posted')
  expect(results?.[0]).toMatchObject({ status: 'published', success: true, platform: 'sandbox' })
  expect(results?.[0]?.platform_data.url).toMatch(/^http/)
  const outcomes = await client.postResults.list({ post_id: post.id }).page()
  expect(outcomes.data.map(({ id }) => id)).toEqual([results?.[0]?.id])
})

test('a file is announced as what it is, whatever its name and its `Blob` say', async () => {
  const bytes = new Uint8Array(await picture().arrayBuffer())
  for (const [name, type] of [
    ['saved.jpg', 'image/jpeg'],
    ['saved', ''],
    ['saved.heif', 'application/octet-stream'],
  ] as const) {
    const medium = await client.media.upload(new File([bytes], name, { type }))
    expect(medium).toMatchObject({ status: 'ready', mime_type: 'image/png', name })
  }
  const told = client.media.upload(new Blob([bytes]), { name: 'saved.png', type: 'image/jpeg' })
  await expect(told).rejects.toMatchObject({ problem: { code: 'media_type_mismatch' } })
})

test.each([
  ['ffd8ffe0 00104a46', 'image/jpeg'],
  ['89504e47 0d0a1a0a', 'image/png'],
  ['47494638 3961', 'image/gif'],
  ['52494646 00000000 57454250', 'image/webp'],
  ['00000018 66747970 61766966', 'image/avif'],
  ['00000018 66747970 68656963', 'image/heic'],
  ['00000018 66747970 69736f6d', 'video/mp4'],
  ['00000018 66747970 71742020', 'video/quicktime'],
  ['1a45dfa3 01000000 42828477 65626d', 'video/webm'],
  ['25504446 2d312e37', 'application/pdf'],
  // A film of Matroska, a song of MP4, text and nothing at all are left to what the `Blob` says.
  ['1a45dfa3 01000000 4282886d 6174726f 736b61', 'x/y'],
  ['00000018 66747970 4d344120', 'x/y'],
  ['68656c6c 6f', 'x/y'],
  ['', 'x/y'],
])('a file that begins with %s is %s', async (beginning, type) => {
  const bytes = Buffer.from(beginning.replaceAll(' ', ''), 'hex')
  expect(await recognizeType(new Blob([bytes], { type: 'x/y' }), 'file')).toBe(type)
})

test('a list is walked to its end, each row once, and a part of it can be had', async () => {
  const accountId = await house.connect('sandbox', { name: 'Pages' }, 'test')
  const made = new Set<string>()
  for (let each = 0; each < 250; each += 10) {
    const ten = Array.from({ length: 10 }, (_, index) =>
      client.posts.create({
        caption: `Draft ${each + index}`,
        social_accounts: [accountId],
        is_draft: true,
        tags: ['walk'],
      }),
    )
    for (const { id } of await Promise.all(ten)) made.add(id)
  }
  const list = client.posts.list({ tag: 'walk', status: ['draft', 'scheduled'] })
  const seen: string[] = []
  for await (const { id, caption } of list) {
    seen.push(id)
    // A row that comes meanwhile shifts no other.
    if (seen.length === 50)
      await client.posts.create({ caption, social_accounts: [accountId], is_draft: true, tags: ['walk'] })
  }
  expect(seen).toHaveLength(250)
  expect(new Set(seen)).toEqual(made)
  expect(await list.toArray({ limit: 7 })).toHaveLength(7)
  const { data, meta } = await client.posts.list({ tag: 'walk', limit: 20, offset: 240 }).page()
  expect(data).toHaveLength(11)
  expect(meta).toMatchObject({ total: 251, offset: 240, limit: 20, next: null })
  const pages: number[] = []
  for await (const page of client.posts.list({ tag: 'walk', limit: 200 }).pages())
    pages.push(page.data.length)
  expect(pages).toEqual([200, 51])
  const fromOffset = await client.posts.list({ tag: 'walk', limit: 100, offset: 200 }).toArray()
  expect(fromOffset).toHaveLength(51)
})

test('lists without pages and lists without a cursor can be read too', async () => {
  expect((await client.platforms.list().toArray()).map(({ platform }) => platform)).toContain('sandbox')
  expect((await client.media.listTags()).data).toEqual([])
})

test('a refusal says every fault and where it is', async () => {
  const wrong = client.posts.create({
    social_accounts: ['0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30'],
    // @ts-expect-error A program in JavaScript is told by the server.
    colour: 'green',
  })
  const error = await wrong.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(InvalidRequestError)
  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    status: 422,
    code: 'unknown_field',
    errors: [{ pointer: '/colour', code: 'unknown_field' }],
    requestId: expect.stringMatching(/^[\w-]{20,}$/),
  })
})

test('no key, no subscription, no right, nothing there, no room: each is an error of its own', async () => {
  const at = (apiKey: string) => createClient({ baseUrl: house.url, apiKey, maxRetries: 0 })
  const wrong = await at('crier_test_wrong')
    .me.get()
    .catch((thrown: unknown) => thrown)
  expect(wrong).toBeInstanceOf(AuthenticationError)
  const { key } = await house.key({ scopes: ['read'] })
  const forbidden = await at(key)
    .testClock.move({})
    .catch((thrown: unknown) => thrown)
  expect(forbidden).toBeInstanceOf(PermissionError)
  expect(forbidden).toMatchObject({ code: 'scope_missing' })
  const absent = await client.posts
    .get('0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30')
    .catch((thrown: unknown) => thrown)
  expect(absent).toBeInstanceOf(NotFoundError)
  const poor = await house.newTenant()
  await setSubscription(house.db, poor.workspaceId, 'inactive', 'operator')
  const unpaid = await at(poor.liveKey)
    .me.get()
    .catch((thrown: unknown) => thrown)
  expect(unpaid).toBeInstanceOf(SubscriptionRequiredError)
  expect(unpaid).toMatchObject({ status: 402, code: 'subscription_required' })
})

test('a change is refused where the post is not the one that was read', async () => {
  const accountId = await house.connect('sandbox', { name: 'Twice' }, 'test')
  const { id } = await client.posts.create({ social_accounts: [accountId], is_draft: true })
  const read = await client.posts.get(id)
  const ifMatch = answerOf(read)?.etag ?? ''
  expect(ifMatch).not.toBe('')
  await client.posts.update(id, { caption: 'Mine' }, { ifMatch })
  const late = await client.posts
    .update(id, { caption: 'Yours' }, { ifMatch })
    .catch((thrown: unknown) => thrown)
  expect(late).toBeInstanceOf(StaleError)
  expect(answerOf(read)?.requestId).toBeTruthy()
})

test('a state that does not allow it is a conflict with its code', async () => {
  const accountId = await house.connect('sandbox', { name: 'Gone' }, 'test')
  const { id } = await client.posts.create({ caption: 'Out', social_accounts: [accountId] })
  await untilSettled(id)
  const error = await client.posts.delete(id).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConflictError)
  expect(error).toMatchObject({ code: 'already_posted' })
  await client.posts.delete(id, { unpublish: true })
})

test('a file of the disk is uploaded as it is read, and its progress is that of the bytes', async () => {
  const path = join(house.context.config.dataDir, 'wide.png')
  writeFileSync(path, await picture(1_200).bytes())
  const blob = await openAsBlob(path)
  const seen: number[] = []
  const medium = await client.media.upload(blob, {
    name: 'wide.png',
    onProgress: ({ sentBytes, totalBytes }) => {
      expect(totalBytes).toBe(blob.size)
      seen.push(sentBytes)
    },
  })
  expect(medium.size_bytes).toBe(blob.size)
  expect(seen[0]).toBe(0)
  expect(seen.at(-1)).toBe(blob.size)
  expect(seen.length).toBeGreaterThan(3)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})

test('a key that asks too often is told when to go on, and waits by itself if it may', async () => {
  const slow = await startHouse({ worker: false, config: { rateLimitPerMinute: 2 } })
  try {
    const hasty = createClient({ baseUrl: slow.url, apiKey: slow.testKey, totalTimeoutMs: 400 })
    await hasty.me.get()
    await hasty.me.get()
    const error = await hasty.me.get().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RateLimitError)
    expect((error as RateLimitError).retryAfterMs).toBeGreaterThan(400)
  } finally {
    await slow.stop()
  }
})

test('a program waits for the outcome of a post, is told meanwhile, and may stop', async () => {
  const account = await house.connect(
    'sandbox',
    { name: 'Slow', behavior: 'process_slowly', slow_ms: 1_500 },
    'test',
  )
  const post = await client.posts.create({ caption: 'Slowly', social_accounts: [account] })
  const seen: string[] = []
  const done = await client.posts.wait(post.id, { onProgress: ({ status }) => seen.push(status) })
  expect(done).toMatchObject({ status: 'posted', results: [{ status: 'published' }] })
  expect(new Set(seen)).toEqual(new Set(['processing']))

  const later = await client.posts.create({
    caption: 'Later',
    social_accounts: [account],
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  })
  expect(await client.posts.wait(later.id, { patienceMs: 300 })).toMatchObject({ status: 'scheduled' })
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 300)
  await expect(client.posts.wait(later.id, { signal: stop.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
  const draft = await client.posts.create({ caption: 'Draft', social_accounts: [account], is_draft: true })
  expect(await client.posts.wait(draft.id)).toMatchObject({ status: 'draft' })
  await expect(client.posts.wait(newId())).rejects.toThrow(NotFoundError)
})

test('an id that is none is refused by the promise, not past it', async () => {
  const refused = client.posts.get('').catch((error: unknown) => error)
  expect(await refused).toBeInstanceOf(TypeError)
})
