import { afterEach, describe, expect, test } from 'vitest'
import { mastodon } from '../connector.ts'
import { post } from './fake.ts'
import type { VariantName } from './fake-variants.ts'
import { type Bench, errorAnswer, failureOf, openBench, page } from './steps.ts'
import { tooMany } from './world.ts'

let bench: Bench
afterEach(() => bench?.close())

const json = (status: number, body: string) => ({
  kind: 'answer' as const,
  status,
  headers: { 'content-type': 'application/json' },
  body,
})
type Given = ReturnType<typeof json>
const any: VariantName = 'mastodon-fixed'

// Each row: the server, what it answers to the commit, what that means.
const contract: readonly [VariantName, Given, string][] = [
  // Refused before anything was written.
  [any, errorAnswer(422, "Validation failed: Text can't be blank"), 'invalid'],
  [any, errorAnswer(422, 'Validation failed: Text character limit of 500 exceeded'), 'invalid'],
  [any, errorAnswer(422, 'Cannot attach a video to a post that already contains images'), 'invalid'],
  [any, errorAnswer(422, 'Validation failed: Poll duration is too short'), 'invalid'],
  [any, errorAnswer(404, 'The post you are trying to reply to does not appear to exist.'), 'invalid'],
  [any, errorAnswer(401, 'The access token is invalid'), 'unauthorized'],
  [any, errorAnswer(401, 'The access token was revoked'), 'unauthorized'],
  [any, errorAnswer(403, 'This action is outside the authorized scopes'), 'unauthorized'],
  [any, errorAnswer(403, 'Your login is currently disabled'), 'account_blocked'],
  [any, errorAnswer(403, 'This action is not allowed'), 'forbidden'],
  [any, errorAnswer(429, 'Too many requests'), 'rate_limited'],
  [any, page(429), 'rate_limited'],
  [
    any,
    errorAnswer(422, 'Cannot attach files that have not finished processing. Try again in a moment!'),
    'rate_limited',
  ],
  ['gotosocial', errorAnswer(400, 'Bad Request: no text, media or poll provided'), 'invalid'],
  ['gotosocial', errorAnswer(400, 'Bad Request: media not found: 01KA'), 'invalid'],
  ['hollo', json(422, '{"error":"invalid_request","zod_error":{}}'), 'invalid'],
  ['pixelfed', errorAnswer(403, 'Empty statuses are not allowed'), 'forbidden'],
  ['pixelfed', errorAnswer(422, 'The selected visibility is invalid.'), 'invalid'],
  ['snac', page(401), 'unauthorized'],
  // Evidence that the post may stand there already.
  [any, errorAnswer(422, 'Media 11 not found or already attached to another post'), 'unknown_outcome'],
  ['hollo', errorAnswer(422, 'Media not found'), 'unknown_outcome'],
  ['gotosocial', errorAnswer(400, 'Bad Request: media already attached to status: 01KA'), 'unknown_outcome'],
  ['pixelfed', errorAnswer(400, 'Duplicate idempotency key.'), 'unknown_outcome'],
  [any, errorAnswer(500, "undefined method 'account' for nil"), 'unknown_outcome'],
  // Everything that is not on the list proves nothing.
  [any, errorAnswer(400, 'Something new'), 'unknown_outcome'],
  ['pixelfed', errorAnswer(400, 'Invalid object. Contains banned keyword.'), 'unknown_outcome'],
  [any, errorAnswer(409, 'Conflict'), 'unknown_outcome'],
  [any, errorAnswer(410, 'Gone'), 'unknown_outcome'],
  [any, errorAnswer(413, 'Too large'), 'unknown_outcome'],
  [any, errorAnswer(408, 'Timeout'), 'unknown_outcome'],
  [any, errorAnswer(501, 'Not implemented'), 'unknown_outcome'],
  [any, errorAnswer(502, 'Bad gateway'), 'unknown_outcome'],
  [any, errorAnswer(503, 'There was a temporary problem serving your request'), 'unknown_outcome'],
  [any, errorAnswer(504, 'Timeout'), 'unknown_outcome'],
  [any, page(401), 'unknown_outcome'],
  [any, page(403), 'unknown_outcome'],
  [any, page(404), 'unknown_outcome'],
  [any, page(422), 'unknown_outcome'],
  ['gotosocial', page(400), 'unknown_outcome'],
  [any, json(301, ''), 'unknown_outcome'],
  [any, json(200, ''), 'unknown_outcome'],
  [any, json(200, '[]'), 'unknown_outcome'],
  [any, json(200, '{}'), 'unknown_outcome'],
  [any, json(200, '{"id":""}'), 'unknown_outcome'],
  [any, json(200, '{"id":7}'), 'unknown_outcome'],
  [any, json(200, '{"id":"1'), 'unknown_outcome'],
  [any, json(201, '{"id":"1"}'), 'unknown_outcome'],
  [any, json(202, '{"id":"1"}'), 'unknown_outcome'],
  [any, json(204, ''), 'unknown_outcome'],
]

test.each(contract)('on %s, an answer of %j means %s', async (variant, answer, kind) => {
  bench = await openBench({ variant })
  const step = bench.composed(await bench.prepared({ text: 'Hello' }))
  bench.fake.inject(post, answer)
  const failure = await failureOf(mastodon.commit(step, bench.io(step)))
  expect(failure.kind).toBe(kind)
  expect(bench.fake.posts).toEqual([])
  expect(bench.fake.calls.filter(({ name }) => name === post)).toHaveLength(1)
})

test('a connection that breaks is unknown, whenever it breaks', async () => {
  bench = await openBench({ variant: any })
  for (const kind of ['drop', 'lose_answer', 'fail_after'] as const) {
    const step = await bench.readyToSend({ text: `Hello ${kind}` })
    bench.fake.inject(post, { kind })
    await bench.lose(step)
  }
  expect(bench.fake.posts.map(({ source }) => source)).toEqual(['Hello lose_answer', 'Hello fail_after'])
})

describe('what is sent', () => {
  test('is what was chosen, under the target’s own key, with our token added only then', async () => {
    bench = await openBench({ variant: any })
    const options = {
      visibility: 'unlisted',
      spoiler_text: 'Careful',
      sensitive: true,
      language: 'pt-BR',
      poll: { options: ['Yes', 'No'], duration_minutes: 10, multiple: true },
    }
    const step = await bench.readyToSend({ text: 'broken \ud83d here', options }, { key: 'a'.repeat(32) })
    expect(JSON.stringify(step.commit)).not.toContain(bench.fake.token)
    expect(mastodon.compose(step)).toEqual(step.commit)
    const published = await mastodon.commit(step, bench.io(step))
    const [standing] = bench.fake.posts
    expect(published).toMatchObject({
      outcome: 'published',
      remoteId: standing?.id,
      url: `${bench.fake.url}/@alice/${standing?.id}`,
    })
    expect(standing).toMatchObject({
      source: 'broken \ufffd here',
      visibility: 'unlisted',
      spoiler: 'Careful',
      sensitive: true,
      language: 'pt-BR',
      poll: { options: ['Yes', 'No'], seconds: 600, multiple: true },
    })
    const call = bench.fake.calls.find(({ name }) => name === post)
    expect(call?.headers).toMatchObject({
      'idempotency-key': 'a'.repeat(32),
      authorization: `Bearer ${bench.fake.token}`,
    })
  })

  test('leaves out what was not chosen, so that the account’s own defaults hold', async () => {
    bench = await openBench({ variant: any })
    const { commit } = await bench.readyToSend({ text: 'Plain' })
    expect(JSON.parse(String(commit.body))).toEqual({ status: 'Plain' })
  })

  test('says that a text is plain where it would be taken for Markdown', async () => {
    bench = await openBench({ variant: 'gotosocial' })
    const { commit } = await bench.readyToSend({ text: '*Plain*' })
    expect(JSON.parse(String(commit.body))).toEqual({ status: '*Plain*', content_type: 'text/plain' })
  })

  test('puts the poll into the first post of a thread alone, the warning before each', async () => {
    bench = await openBench({ variant: any })
    const options = { spoiler_text: 'CW', poll: { options: ['A', 'B'], duration_minutes: 5 } }
    const first = await bench.readyToSend({ text: 'First', options })
    const published = await mastodon.commit(first, bench.io(first))
    if (published.outcome !== 'published') throw new Error('It was not published.')
    const replyTo = { root: published, parent: published }
    const second = await bench.readyToSend({ text: 'Second', options }, { replyTo })
    await mastodon.commit(second, bench.io(second))
    expect(bench.fake.posts).toMatchObject([
      { poll: { options: ['A', 'B'] }, spoiler: 'CW', replyTo: null },
      { poll: null, spoiler: 'CW', replyTo: published.remoteId },
    ])
  })

  test('is never composed before all media are ready', async () => {
    bench = await openBench({ variant: any })
    const media = [{ id: 'm', kind: 'image' as const, mimeType: 'image/png', bytes: 1, width: 1, height: 1 }]
    const medium = { ...media[0], durationMs: null, altText: '', focus: null } as never
    expect(() => mastodon.compose(bench.step({ media: [medium] }))).toThrow('before it is prepared')
  })
})

describe('a limit', () => {
  const now = new Date('2026-11-20T10:00:00.000Z')
  test.each([
    [{ 'x-ratelimit-reset': '2026-11-20T10:01:30.000Z' }, 91_000],
    [{ 'x-ratelimit-reset': '2026-11-20T10:01:30.456789Z' }, 91_000],
    [{ 'retry-after': '7', 'x-ratelimit-reset': '2026-11-20T10:01:30Z' }, 7_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 10:00:20 GMT' }, 21_000],
    [{ 'x-ratelimit-reset': '2026-11-20T09:00:00Z' }, 0],
    [{ 'x-ratelimit-reset': 'soon' }, null],
    [{}, null],
  ] as [Record<string, string>, number | null][])(
    'with %j is waited out for %s ms',
    async (headers, expected) => {
      bench = await openBench({ variant: any })
      const step = await bench.readyToSend({ text: 'Hello' })
      bench.fake.inject(post, errorAnswer(429, 'Too many requests', { date: now.toUTCString(), ...headers }))
      const failure = await failureOf(mastodon.commit(step, { ...bench.io(step), now: () => now }))
      expect(failure.retryAfterMs).toBe(expected)
    },
  )

  test('of 300 posts in three hours is the server’s own, and said with its time', async () => {
    bench = await openBench({ variant: any, postsPerWindow: 2 })
    for (const text of ['One', 'Two']) {
      const step = await bench.readyToSend({ text })
      await mastodon.commit(step, bench.io(step))
    }
    const step = await bench.readyToSend({ text: 'Three' })
    const failure = await failureOf(mastodon.commit(step, bench.io(step)))
    expect(failure.kind).toBe('rate_limited')
    expect(failure.retryAfterMs).toBeGreaterThan(3 * 3_600_000 - 60_000)
    expect(tooMany(1).status).toBe(429)
  })
})

test('what a server says is passed on, cut short, and never with our token in it', async () => {
  bench = await openBench({ variant: any })
  const step = await bench.readyToSend({ text: 'Hello' })
  bench.fake.inject(post, errorAnswer(422, `no\u0007t ${bench.fake.token} ${'long '.repeat(200)}`))
  const failure = await failureOf(mastodon.commit(step, bench.io(step)))
  expect(failure.message).toMatch(/It said: no t \[secret\] long/)
  expect(failure.message.length).toBeLessThan(400)
  expect(failure.platformCode).toBe('422')
})
