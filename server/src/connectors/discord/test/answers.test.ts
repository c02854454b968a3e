// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { discord } from '../connector.ts'
import { deletePosts } from '../powers.ts'
import { publishing } from './fake.ts'
import { newsId, token, webhookToken } from './fake-world.ts'
import { failureOf, layOut, pictures } from './steps.ts'
import { answered, type DiscordHouse, openHouse, refused, tooMany } from './world.ts'

let house: DiscordHouse
let webhook: DiscordHouse
beforeAll(async () => {
  house = await openHouse()
  webhook = await openHouse('webhook')
})
afterAll(async () => {
  await house.close()
  await webhook.close()
})

const page = (status: number) => answered(status, `<h1>${status}</h1>`)
const form = refused(400, 50_035, 'Invalid Form Body', {
  errors: {
    content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] },
  },
})

const certain: readonly [ReturnType<typeof answered>, FailureKind][] = [
  [refused(401, 0, '401: Unauthorized'), 'unauthorized'],
  [refused(401, 40_001, 'Unauthorized'), 'unauthorized'],
  [refused(401, 50_014, 'Invalid authentication token'), 'unauthorized'],
  [refused(401, 50_027, 'Invalid Webhook Token'), 'unauthorized'],
  [refused(404, 10_015, 'Unknown Webhook'), 'unauthorized'],
  [refused(404, 10_003, 'Unknown Channel'), 'unauthorized'],
  [refused(404, 10_004, 'Unknown Guild'), 'unauthorized'],
  [refused(403, 50_001, 'Missing Access'), 'unauthorized'],
  [refused(403, 50_013, 'Missing Permissions'), 'unauthorized'],
  [refused(403, 160_002, 'Cannot reply without permission to read message history'), 'unauthorized'],
  [refused(400, 160_002, 'Cannot reply without permission to read message history'), 'unauthorized'],
  [refused(413, 40_005, 'Request entity too large'), 'invalid'],
  [refused(400, 50_045, 'File uploaded exceeds the maximum size'), 'invalid'],
  [refused(403, 400_001, 'Access to file uploads has been limited for this guild'), 'invalid'],
  [refused(400, 50_006, 'Cannot send an empty message'), 'invalid'],
  [refused(400, 200_000, 'Message was blocked by automatic moderation'), 'invalid'],
  [refused(403, 200_000, 'Message was blocked by automatic moderation'), 'invalid'],
  [refused(400, 240_000, 'Message blocked by harmful links filter'), 'invalid'],
  [refused(400, 20_009, 'Explicit content cannot be sent'), 'invalid'],
  [refused(400, 220_001, 'Webhooks posted to forum channels must have a thread_name'), 'forbidden'],
  [refused(400, 40_058, 'Cannot send a message in a forum channel'), 'forbidden'],
  [refused(400, 50_008, 'Cannot send messages in a non-text channel'), 'forbidden'],
  [refused(400, 50_024, 'Cannot execute action on this channel type'), 'forbidden'],
  [refused(403, 50_009, 'Channel verification level is too high'), 'forbidden'],
  [refused(403, 987_654, 'Something new'), 'forbidden'],
  [form, 'invalid'],
  [refused(400, 30_015, 'Maximum number of attachments in a message reached (10)'), 'invalid'],
  [refused(400, 520_002, 'Invalid channel type for poll creation'), 'invalid'],
  [refused(400, 987_654, 'Something new'), 'invalid'],
  [tooMany(5), 'rate_limited'],
  [refused(429, 20_016, 'This action cannot be performed due to slowmode rate limit'), 'rate_limited'],
  [refused(429, 20_028, 'The write action you are performing has hit the rate limit'), 'rate_limited'],
  [page(429), 'rate_limited'],
]

/** Answers that prove nothing. */
const vague: readonly ReturnType<typeof answered>[] = [
  refused(404, 10_008, 'Unknown Message'),
  refused(404, 0, '404: Not Found'),
  refused(405, 0, '405: Method Not Allowed'),
  refused(409, 0, '409: Conflict'),
  refused(500, 0, '500: Internal Server Error'),
  refused(502, 0, '502: Bad Gateway'),
  refused(503, 130_000, 'API resource is currently overloaded'),
  refused(503, 50_013, 'Missing Permissions'),
  page(400),
  page(401),
  page(403),
  page(404),
  page(413),
  page(502),
  answered(400, { message: 'No code' }),
  answered(400, { code: 50_035 }),
  answered(400, { code: '50035', message: 'A text in place of a number' }),
  answered(200, ''),
  answered(200, []),
  answered(200, {}),
  answered(200, { id: 7, channel_id: newsId }),
  answered(200, { id: 'seven', channel_id: newsId }),
  answered(200, { id: '7' }),
  answered(200, { id: '7', channel_id: '8' }),
  answered(202, { id: '7', channel_id: newsId }),
  answered(204, ''),
  answered(302, '', { location: 'https://discord.com/' }),
]

/** Discord is closed to everybody, or to this program: it is not certain when that was found. */
const closed = [
  refused(403, 40_333, 'internal network error'),
  refused(403, 40_004, 'Send messages has been temporarily disabled'),
  refused(400, 40_006, 'This feature has been temporarily disabled server-side'),
]

describe('an answer to a post', () => {
  test.each([
    ...certain,
    ...vague.map((answer) => [answer, 'unknown_outcome'] as const),
    ...closed.map((answer) => [answer, 'unavailable'] as const),
  ])('of %j means %s', async (answer, kind) => {
    const bench = await layOut(house)
    house.fake.inject(publishing, answer)
    expect((await failureOf(bench.send())).kind).toBe(kind)
    expect(house.fake.world.messages).toEqual([])
  })

  test.each([
    ['files', { media: 2, options: {} }],
    ['a poll', { media: 0, options: { poll: { options: ['Yes', 'No'], duration_minutes: 60 } } }],
  ])('with %s that lacks a right says so, and the account stays connected', async (_, { media, options }) => {
    const bench = await layOut(house, { media: await pictures(house, media), options })
    house.fake.inject(publishing, refused(403, 50_013, 'Missing Permissions'))
    const failure = await failureOf(bench.send())
    expect(failure).toMatchObject({ kind: 'forbidden', platformCode: '50013' })
    expect(failure.message).toContain('attach files')
  })

  test.each(['drop', 'reset', 'lose_answer', 'fail_after'] as const)(
    'that ends in %s leaves its outcome unknown',
    async (kind) => {
      for (const one of [house, webhook]) {
        const bench = await layOut(one)
        one.fake.inject(publishing, { kind })
        expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
        one.fake.world.messages.length = 0
      }
    },
  )

  test('of a webhook that was lost is looked for by nobody', async () => {
    const bench = await layOut(webhook)
    const before = webhook.fake.calls.length
    expect(await discord.settle(bench.step, bench.io())).toEqual({ outcome: 'not_found' })
    expect(webhook.fake.calls).toHaveLength(before)
  })
})

/** Answers to calls that may be repeated. */
const repeatable: readonly [ReturnType<typeof answered>, FailureKind][] = [
  ...certain,
  ...closed.map((answer) => [answer, 'unavailable'] as [ReturnType<typeof answered>, FailureKind]),
  [page(400), 'invalid'],
  [page(401), 'unauthorized'],
  [page(403), 'forbidden'],
  [page(404), 'invalid'],
  [page(413), 'invalid'],
  [page(502), 'unavailable'],
  [refused(500, 0, '500: Internal Server Error'), 'unavailable'],
  [refused(503, 130_000, 'API resource is currently overloaded'), 'unavailable'],
  [answered(302, ''), 'unavailable'],
]

test.each(repeatable)('an answer of %j to a deletion means %s', async (answer, kind) => {
  const { account, credentials, connectIo, fake } = house
  fake.inject('DELETE message', answer)
  const post = { remoteId: '7', url: '', reference: null }
  expect((await failureOf(deletePosts.delete(post, account, credentials, connectIo))).kind).toBe(kind)
})

describe('a refusal', () => {
  test('is quoted with the words about its fields, with its number, and without a token', async () => {
    const bench = await layOut(house)
    house.fake.inject(publishing, form)
    const failure = await failureOf(bench.send())
    expect(failure.platformCode).toBe('50035')
    expect(failure.message).toBe(
      'Discord refused it. It said: Invalid Form Body Must be 2000 or fewer in length.',
    )
    for (const [one, secret] of [
      [house, token],
      [webhook, webhookToken],
    ] as const) {
      const other = await layOut(one)
      one.fake.inject(
        publishing,
        refused(400, 0, `no such thing at /${secret}/, ${encodeURIComponent(secret)}`),
      )
      expect((await failureOf(other.send())).message).toBe(
        'Discord refused it. It said: no such thing at /[secret]/, [secret]',
      )
    }
  })

  test('with words that lie deeper than fields do is quoted without them', async () => {
    let errors: object = { _errors: [{ message: 'Too deep.' }] }
    for (let depth = 0; depth < 50; depth++) errors = { a: errors }
    const bench = await layOut(house)
    house.fake.inject(publishing, refused(400, 50_035, 'Invalid Form Body', { errors: errors as never }))
    expect((await failureOf(bench.send())).message).toBe('Discord refused it. It said: Invalid Form Body')
  })

  test.each([
    [{ retry_after: 64.57 }, {}, 64_570],
    [{ retry_after: 0.0333 }, { 'retry-after': '1' }, 33],
    [{ retry_after: 1_336.57 }, { 'retry-after': '1337', 'x-ratelimit-reset-after': '64.57' }, 1_336_570],
    [{ retry_after: 'soon' }, { 'retry-after': '3' }, 3_000],
    [{ retry_after: -1 }, {}, null],
    [{}, { 'retry-after': '65' }, 65_000],
    [{}, {}, null],
  ])('of too many requests with %j and %j waits for %s ms', async (more, headers, waitMs) => {
    const bench = await layOut(house)
    const body = { message: 'You are being rate limited.', global: false, ...more }
    house.fake.inject(publishing, answered(429, body, headers as Record<string, string>))
    expect((await failureOf(bench.send())).retryAfterMs).toBe(waitMs)
  })

  test('of a webhook that is gone says what to do', async () => {
    const bench = await layOut(webhook)
    webhook.fake.inject(publishing, refused(404, 10_015, 'Unknown Webhook'))
    expect((await failureOf(bench.send())).message).toContain('Make a new one')
  })
})
