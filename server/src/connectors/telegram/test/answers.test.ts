// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { publishing } from './fake.ts'
import { token } from './fake-world.ts'
import { failureOf, layOut, pictures } from './steps.ts'
import { answered, openHouse, refused, type TelegramHouse, tooMany } from './world.ts'

let house: TelegramHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const page = (status: number) => answered(status, `<h1>${status}</h1>`)
const bad = (words: string) => refused(400, `Bad Request: ${words}`)

const certain: readonly [ReturnType<typeof answered>, FailureKind][] = [
  [refused(401, 'Unauthorized'), 'unauthorized'],
  [refused(404, 'Not Found'), 'unauthorized'],
  [refused(403, 'Forbidden: bot was kicked from the channel chat'), 'unauthorized'],
  [refused(403, 'Forbidden: bot is not a member of the channel chat'), 'unauthorized'],
  [refused(403, 'Forbidden: the group chat was deleted'), 'unauthorized'],
  [refused(400, 'Logged out'), 'unauthorized'],
  [bad('chat not found'), 'unauthorized'],
  [bad('need administrator rights in the channel chat'), 'unauthorized'],
  [bad('not enough rights to send text messages to the chat'), 'unauthorized'],
  [bad('have no rights to send a message'), 'unauthorized'],
  [bad('CHAT_WRITE_FORBIDDEN'), 'unauthorized'],
  [
    refused(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: -1_009_876_543_210,
    }),
    'unauthorized',
  ],
  [bad('not enough rights to send photos to the chat'), 'forbidden'],
  [refused(403, 'Forbidden: something new'), 'forbidden'],
  [bad('message is too long'), 'invalid'],
  [bad('message caption is too long'), 'invalid'],
  [bad('PHOTO_INVALID_DIMENSIONS'), 'invalid'],
  [bad('message thread not found'), 'invalid'],
  [bad('TOPIC_CLOSED'), 'invalid'],
  [bad('message to be replied not found'), 'invalid'],
  [bad('something new'), 'invalid'],
  [refused(413, 'Request Entity Too Large'), 'invalid'],
  [tooMany(5), 'rate_limited'],
  [page(429), 'rate_limited'],
]

/** Answers that prove nothing. */
const vague: readonly ReturnType<typeof answered>[] = [
  bad('failed to send message #2 with the error message "Too Many Requests: retry after 8"'),
  bad('group send failed'),
  refused(429, 'failed to send message #1 with the error message "FLOOD"', { retry_after: 8 }),
  refused(404, 'Not Found: there is something else'),
  refused(409, 'Conflict: terminated by other getUpdates request'),
  refused(421, 'Misdirected Request'),
  refused(500, 'Internal Server Error: restart'),
  refused(502, 'Bad Gateway'),
  refused(504, 'Gateway Timeout'),
  page(400),
  page(401),
  page(403),
  page(404),
  page(413),
  page(502),
  answered(400, { description: 'Bad Request: no number' }),
  answered(400, { ok: true, error_code: 400, description: 'Bad Request: not meant' }),
  answered(403, { ok: false, error_code: 400, description: 'Bad Request: another number' }),
  answered(200, ''),
  answered(200, { ok: true }),
  answered(200, { ok: true, result: true }),
  answered(200, { ok: true, result: {} }),
  answered(200, { ok: true, result: [] }),
  answered(200, { ok: true, result: { message_id: 0 } }),
  answered(200, { ok: true, result: { message_id: '7' } }),
  answered(200, { ok: true, result: [{ message_id: 7 }, {}] }),
  answered(200, { ok: false, result: { message_id: 7 } }),
  answered(202, { ok: true, result: { message_id: 7 } }),
  answered(302, '', { location: 'https://telegram.org/' }),
]

describe('an answer to a post', () => {
  test.each([...certain, ...vague.map((answer) => [answer, 'unknown_outcome'] as const)])(
    'of %j means %s',
    async (answer, kind) => {
      const bench = await layOut(house)
      house.fake.inject(publishing, answer)
      const failure = await failureOf(bench.send())
      expect(failure.kind).toBe(kind)
      expect(house.fake.world.messages).toEqual([])
    },
  )

  test('that refuses one message of an album leaves its outcome unknown', async () => {
    const bench = await layOut(house, { media: await pictures(house, 3) })
    house.fake.inject(
      publishing,
      bad('failed to send message #2 with the error message "IMAGE_PROCESS_FAILED"'),
    )
    expect(await failureOf(bench.send())).toMatchObject({ kind: 'unknown_outcome', platformCode: '400' })
  })

  test.each(['drop', 'reset', 'lose_answer', 'fail_after'] as const)(
    'that ends in %s leaves its outcome unknown, and nobody looks for it',
    async (kind) => {
      const { telegram } = await import('../connector.ts')
      const bench = await layOut(house)
      house.fake.inject(publishing, { kind })
      expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
      const before = house.fake.calls.length
      expect(await telegram.settle(bench.step, bench.io())).toEqual({ outcome: 'not_found' })
      expect(house.fake.calls).toHaveLength(before)
    },
  )
})

/** Answers to calls that may be repeated. */
const repeatable: readonly [ReturnType<typeof answered>, FailureKind][] = [
  ...certain.filter(([, kind]) => kind !== 'rate_limited'),
  [tooMany(5), 'rate_limited'],
  [page(400), 'invalid'],
  [page(401), 'unauthorized'],
  [page(403), 'forbidden'],
  [page(404), 'invalid'],
  [page(502), 'unavailable'],
  [refused(500, 'Internal Server Error'), 'unavailable'],
  [answered(200, ''), 'unavailable'],
  [answered(200, { ok: false }), 'unavailable'],
]

test.each(repeatable)('an answer of %j to a deletion means %s', async (answer, kind) => {
  const { account, credentials, connectIo, fake } = house
  const { deletePosts } = await import('../powers.ts')
  fake.inject('POST deleteMessage', answer)
  const post = { remoteId: '7', url: '', reference: null }
  expect((await failureOf(deletePosts.delete(post, account, credentials, connectIo))).kind).toBe(kind)
})

describe('a refusal', () => {
  test('is quoted, with its number and without the token', async () => {
    const bench = await layOut(house)
    house.fake.inject(
      publishing,
      bad(`no such thing at /bot${token}/sendMessage, ${encodeURIComponent(token)}`),
    )
    const failure = await failureOf(bench.send())
    expect(failure.message).toBe(
      'Telegram refused it. It said: Bad Request: no such thing at /bot[secret]/sendMessage, [secret]',
    )
    expect(failure.platformCode).toBe('400')
  })

  test.each([
    [{ retry_after: 41 }, {}, 41_000],
    [{ retry_after: 41 }, { 'retry-after': '3' }, 41_000],
    [{ retry_after: 'soon' }, { 'retry-after': '3' }, 3_000],
    [{ retry_after: -1 }, {}, null],
    [{}, {}, null],
  ])('of too many requests with %j and %j waits for %s ms', async (parameters, headers, waitMs) => {
    const bench = await layOut(house)
    const body = { ok: false, error_code: 429, description: 'Too Many Requests', parameters }
    house.fake.inject(publishing, answered(429, body, headers))
    expect((await failureOf(bench.send())).retryAfterMs).toBe(waitMs)
  })

  test('of a group that became a supergroup says that it is another chat', async () => {
    const bench = await layOut(house)
    const words = 'Bad Request: group chat was upgraded to a supergroup chat'
    house.fake.inject(publishing, refused(400, words, { migrate_to_chat_id: -100 }))
    expect((await failureOf(bench.send())).message).toContain('Connect it as a new account.')
  })
})
