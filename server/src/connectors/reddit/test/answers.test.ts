// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { commenting, publishing, publishingGallery } from './fake.ts'
import { failureOf, layOut, pictures, publish } from './steps.ts'
import { answered, openHouse, type RedditHouse, refusedForm, tooMany } from './world.ts'

let house: RedditHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const page = (status: number) => answered(status, `<h1>${status}</h1>`)
const ownWords = (status: number, more: object = {}) =>
  answered(status, { message: 'Words', error: status, ...more })
const lacking = answered(
  403,
  { message: 'Forbidden', error: 403 },
  { 'www-authenticate': 'Bearer realm="reddit", error="insufficient_scope"' },
)

const certain: readonly [ReturnType<typeof answered>, FailureKind][] = [
  ...(['SUBREDDIT_NOEXIST', 'SUBREDDIT_REQUIRED', 'BAD_SR_NAME'] as const).map(
    (code) => [refusedForm(code), 'invalid'] as [ReturnType<typeof answered>, FailureKind],
  ),
  [refusedForm('SUBREDDIT_NOTALLOWED'), 'forbidden'],
  [refusedForm('SUBREDDIT_NO_ACCESS'), 'forbidden'],
  [refusedForm('BANNED_FROM_SUBREDDIT'), 'forbidden'],
  [refusedForm('USER_BLOCKED'), 'forbidden'],
  [refusedForm('VERIFIED_USER_REQUIRED'), 'forbidden'],
  [refusedForm('QUARANTINE_REQUIRES_VERIFICATION'), 'forbidden'],
  [refusedForm('BAD_CAPTCHA'), 'forbidden'],
  [refusedForm('NO_SELFS'), 'invalid'],
  [refusedForm('NO_LINKS'), 'invalid'],
  [refusedForm('NO_IMAGES'), 'invalid'],
  [refusedForm('NO_VIDEOS'), 'invalid'],
  [refusedForm('NO_GALLERIES'), 'invalid'],
  [refusedForm('NO_SPOILERS'), 'invalid'],
  [refusedForm('THREAD_LOCKED'), 'invalid'],
  [refusedForm('TOO_OLD'), 'invalid'],
  [refusedForm('DELETED_LINK'), 'invalid'],
  [refusedForm('DELETED_COMMENT'), 'invalid'],
  [refusedForm('NO_TEXT'), 'invalid'],
  [refusedForm('NO_URL'), 'invalid'],
  [refusedForm('BAD_URL'), 'invalid'],
  [refusedForm('DOMAIN_BANNED'), 'invalid'],
  [refusedForm('TOO_LONG'), 'invalid'],
  [refusedForm('TOO_SHORT'), 'invalid'],
  [refusedForm('INVALID_OPTION'), 'invalid'],
  [refusedForm('MISSING_VIDEO_URLS'), 'invalid'],
  [refusedForm('IMAGE_ERROR'), 'invalid'],
  [refusedForm('BAD_IMAGE'), 'invalid'],
  [refusedForm('BAD_FLAIR_TARGET'), 'invalid'],
  [refusedForm('FLAIR_REQUIRED'), 'invalid'],
  [refusedForm('SUBREDDIT_LINKING_DISALLOWED'), 'invalid'],
  [refusedForm('SUBREDDIT_OUTBOUND_LINKING_DISALLOWED'), 'invalid'],
  [refusedForm('USERNAME_LINKING_DISALLOWED'), 'invalid'],
  [refusedForm('USERNAME_OUTBOUND_LINKING_DISALLOWED'), 'invalid'],
  [refusedForm('SUBMIT_VALIDATION_FLAIR_REQUIRED'), 'invalid'],
  [refusedForm('SUBMIT_VALIDATION_REGEX_TIMEOUT'), 'invalid'],
  [refusedForm('USER_REQUIRED'), 'unauthorized'],
  [refusedForm('RATELIMIT'), 'rate_limited'],
  [refusedForm('SUBREDDIT_RATELIMIT'), 'rate_limited'],
  [refusedForm('QUOTA_FILLED'), 'rate_limited'],
  [answered(404, { reason: 'SUBREDDIT_NOEXIST', explanation: 'No', message: 'Not Found' }), 'invalid'],
  [answered(403, { reason: 'SUBREDDIT_NO_ACCESS', explanation: 'No', message: 'Forbidden' }), 'forbidden'],
  [answered(400, { reason: 'INVALID_OPTION', explanation: 'No', message: 'Bad Request' }), 'invalid'],
  [answered(400, { reason: 'NEWER_CODE', explanation: 'No', message: 'Bad Request' }), 'invalid'],
  [ownWords(403, { reason: 'private' }), 'forbidden'],
  [ownWords(400), 'invalid'],
  [ownWords(401), 'unauthorized'],
  [ownWords(403), 'forbidden'],
  [ownWords(404), 'invalid'],
  [lacking, 'unauthorized'],
  [tooMany(5), 'rate_limited'],
  [page(429), 'rate_limited'],
]

const post = { url: 'https://www.reddit.com/r/a/comments/b/', id: 'b', name: 't3_b' }
const promise = { websocket_url: 'wss://a.example/', user_submitted_page: 'https://www.reddit.com/user/a/' }

/** Answers that prove nothing. */
const vague: readonly ReturnType<typeof answered>[] = [
  ...[400, 401, 403, 404, 409, 413, 500, 502, 503].map(page),
  ownWords(409),
  ownWords(500),
  ownWords(503),
  answered(403, { message: 'Forbidden', error: 404 }),
  answered(403, { message: 'Forbidden' }),
  refusedForm('ALREADY_SUB'),
  answered(400, { reason: 'ALREADY_SUB', explanation: 'It is there', message: 'Bad Request' }),
  refusedForm('A_CODE_OF_TOMORROW'),
  answered(200, ''),
  answered(200, {}),
  answered(200, { json: { errors: [] } }),
  answered(200, { json: { errors: [], data: {} } }),
  answered(200, { json: { errors: [], data: { id: 7 } } }),
  answered(200, { json: { errors: [], data: { id: 'a b', name: 't5_b' } } }),
  answered(200, { json: { errors: [], data: promise } }),
  answered(200, { json: { errors: [[]], data: post } }),
  answered(200, { json: { data: post } }),
  answered(201, { json: { errors: [], data: post } }),
  answered(302, '', { location: 'https://www.reddit.com/' }),
]

describe('an answer', () => {
  test.each([...certain, ...vague.map((answer) => [answer, 'unknown_outcome'] as const)])(
    'of %j to a post means %s',
    async (answer, kind) => {
      const bench = await layOut(house)
      const step = await bench.readyToSend()
      const before = house.fake.world.posts.length
      house.fake.inject(publishing, answer)
      expect((await failureOf(bench.send(step))).kind).toBe(kind)
      expect(house.fake.world.posts).toHaveLength(before)
    },
  )

  test.each(['drop', 'reset', 'lose_answer', 'fail_after'] as const)(
    'that ends in %s leaves the outcome unknown',
    async (kind) => {
      const bench = await layOut(house)
      const step = await bench.readyToSend()
      house.fake.inject(publishing, { kind })
      expect((await failureOf(bench.send(step))).kind).toBe('unknown_outcome')
    },
  )

  test('to a gallery and to a comment is read by the same list', async () => {
    const gallery = await layOut(house, { media: await pictures(house, 2) })
    const ready = await gallery.readyToSend()
    house.fake.inject(publishingGallery, refusedForm('NO_IMAGES'))
    expect((await failureOf(gallery.send(ready))).kind).toBe('invalid')
    const comment = await layOut(house, { replyTo: await publish(house) })
    const written = await comment.readyToSend()
    house.fake.inject(commenting, refusedForm('THREAD_LOCKED', 'Comments are locked.'))
    const failure = await failureOf(comment.send(written))
    expect(failure.message).toBe('Nobody can comment there any more. It said: Comments are locked.')
  })

  test('with the id of a post to a comment is none', async () => {
    const comment = await layOut(house, { replyTo: await publish(house) })
    const written = await comment.readyToSend()
    house.fake.inject(commenting, answered(200, { json: { errors: [], data: { things: [] } } }))
    expect((await failureOf(comment.send(written))).kind).toBe('unknown_outcome')
    const things = [{ kind: 't3', data: post }]
    house.fake.inject(commenting, answered(200, { json: { errors: [], data: { things } } }))
    expect(await comment.send(written)).toMatchObject({ outcome: 'published', remoteId: 't1_b' })
  })
})

const listing = 'GET /user/harbour/submitted'

describe('an answer to the list of own posts', () => {
  test.each<[ReturnType<typeof answered>, FailureKind]>([
    [ownWords(401), 'unauthorized'],
    [page(401), 'unauthorized'],
    [ownWords(403), 'forbidden'],
    [page(403), 'forbidden'],
    [lacking, 'unauthorized'],
    [page(404), 'invalid'],
    [tooMany(5), 'rate_limited'],
    [page(500), 'unavailable'],
    [answered(200, ''), 'unavailable'],
    [answered(200, { data: { children: 'none' } }), 'unavailable'],
    [answered(200, { data: { children: [7] } }), 'unavailable'],
    [answered(200, { data: { children: [{ kind: 't3', data: { id: '?' } }] } }), 'unavailable'],
    [refusedForm('A_CODE_OF_TOMORROW'), 'invalid'],
  ])('%j means %s', async (answer, kind) => {
    const bench = await layOut(house)
    house.fake.inject(listing, answer)
    expect((await failureOf(bench.prepare())).kind).toBe(kind)
  })
})

describe('a break', () => {
  test.each([
    ['Take a break for 3 minutes before trying again.', {}, 4 * 60_000],
    ['you are doing that too much. try again in 1 minute.', {}, 2 * 60_000],
    ['Try again in an hour.', {}, 2 * 3_600_000],
    ['Take a break for 45 seconds.', {}, 46_000],
    ['Take a break for 900 milliseconds.', {}, 901],
    ['Later.', {}, 10 * 60_000],
    ['Take a break for 3 minutes.', { ratelimit: 171.25 }, 171_250],
    ['Take a break for 3 minutes.', { ratelimit: -1 }, 4 * 60_000],
  ])('of "%s" with %j is %s ms', async (words, more, waitMs) => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    house.fake.inject(publishing, refusedForm('RATELIMIT', words, more))
    expect(await failureOf(bench.send(step))).toMatchObject({
      kind: 'rate_limited',
      platformCode: 'RATELIMIT',
      retryAfterMs: waitMs,
    })
  })

  test.each([
    [{ 'x-ratelimit-reset': '41' }, 42_000],
    [{ 'x-ratelimit-reset': '40.5' }, 41_000],
    [{ 'x-ratelimit-reset': 'soon' }, null],
    [{ 'retry-after': '3', 'x-ratelimit-reset': '41' }, 3_000],
    [{}, null],
  ])('after too many requests with %j is %s ms', async (headers, waitMs) => {
    const bench = await layOut(house)
    const limited = answered(429, { message: 'Too Many Requests', error: 429 }, headers)
    house.fake.inject(listing, limited)
    expect((await failureOf(bench.prepare())).retryAfterMs).toBe(waitMs)
  })
})

test('a refusal is quoted, with its code and without the token', async () => {
  const bench = await layOut(house)
  const step = await bench.readyToSend()
  const token = String(house.credentials.access_token)
  house.fake.inject(publishing, refusedForm('DOMAIN_BANNED', `No links to a.example. ${token}`))
  const failure = await failureOf(bench.send(step))
  expect(failure.message).toBe('Reddit refused the post. It said: No links to a.example. [secret]')
  expect(failure.platformCode).toBe('DOMAIN_BANNED')
})
