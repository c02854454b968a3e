// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { calls } from './fake.ts'
import { failureOf, layOut } from './steps.ts'
import { answered, openHouse, refused, type TikTokHouse } from './world.ts'

let house: TikTokHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const page = (status: number) => answered(status, `<h1>${status}</h1>`)

const listed: readonly [ReturnType<typeof answered>, FailureKind][] = [
  [refused(401, 'access_token_invalid'), 'unauthorized'],
  [refused(401, 'scope_not_authorized'), 'unauthorized'],
  [refused(400, 'scope_permission_missed'), 'unauthorized'],
  [refused(429, 'rate_limit_exceeded'), 'rate_limited'],
  [page(429), 'rate_limited'],
  [refused(403, 'spam_risk_too_many_posts'), 'rate_limited'],
  [refused(200, 'spam_risk_too_many_posts'), 'rate_limited'],
  [refused(403, 'reached_active_user_cap'), 'rate_limited'],
  [refused(200, 'reached_active_user_cap'), 'rate_limited'],
  [refused(403, 'spam_risk_too_many_pending_share'), 'forbidden'],
  [refused(403, 'spam_risk_user_banned_from_posting'), 'account_blocked'],
  [refused(200, 'spam_risk_user_banned_from_posting'), 'account_blocked'],
  [refused(403, 'spam_risk'), 'invalid'],
  [refused(403, 'spam_risk_text'), 'invalid'],
  [refused(403, 'unaudited_client_can_only_post_to_private_accounts'), 'forbidden'],
  [refused(403, 'url_ownership_unverified'), 'forbidden'],
  [refused(403, 'privacy_level_option_mismatch'), 'invalid'],
  [refused(400, 'app_version_check_failed'), 'invalid'],
  [refused(400, 'invalid_param'), 'invalid'],
  [refused(400, 'invalid_params'), 'invalid'],
]

/** Answers that say little: the meaning before anything is public, and nothing at all as the answer to a commit. */
const vague: readonly [ReturnType<typeof answered>, FailureKind][] = [
  [refused(400, 'something_new'), 'invalid'],
  [refused(403, 'something_new'), 'forbidden'],
  [page(401), 'unauthorized'],
  [page(403), 'forbidden'],
  [page(404), 'invalid'],
  [refused(500, 'internal_error'), 'unavailable'],
  [refused(500, 'spam_risk'), 'unavailable'],
  [page(502), 'unavailable'],
  [answered(200, ''), 'unavailable'],
  [answered(200, { data: { publish_id: 'v1' } }), 'unavailable'],
  [refused(200, 'something_new'), 'unavailable'],
]

const odd: readonly ReturnType<typeof answered>[] = [
  answered(200, { data: { publish_id: 7 }, error: { code: 'ok' } }),
  answered(200, { data: { publish_id: 'a b' }, error: { code: 'ok' } }),
  answered(201, { data: { publish_id: 'p1' }, error: { code: 'ok' } }),
]

describe('an answer', () => {
  test.each([...listed, ...vague])('of %j to the beginning of an upload means %s', async (answer, kind) => {
    const bench = await layOut(house)
    house.fake.inject(calls.beginVideo, answer)
    expect((await failureOf(bench.prepare())).kind).toBe(kind)
  })

  test.each(listed)('of %j to the question how an account may post means %s', async (answer, kind) => {
    for (const photos of [0, 1]) {
      const bench = await layOut(house, {}, { photos })
      house.fake.inject(calls.creator, answer)
      expect((await failureOf(bench.prepare())).kind).toBe(kind)
    }
  })

  test.each([
    ...listed,
    ...[...vague.map(([answer]) => answer), ...odd].map((answer) => [answer, 'unknown_outcome'] as const),
  ])('of %j to the call for photos means %s', async (answer, kind) => {
    const bench = await layOut(house, {}, { photos: 1 })
    const step = await bench.readyToSend()
    const before = house.fake.publications.length
    house.fake.inject(calls.photos, answer)
    expect((await failureOf(bench.send(step))).kind).toBe(kind)
    expect(house.fake.publications).toHaveLength(before)
  })

  test.each([
    [answered(400, ''), 'invalid'],
    [page(429), 'rate_limited'],
    [answered(403, ''), 'unknown_outcome'],
    [answered(404, ''), 'unknown_outcome'],
    [answered(416, '', { 'content-range': 'bytes 0-0/300000' }), 'unknown_outcome'],
    [answered(206, '', { 'content-range': 'bytes 0-9/300000' }), 'unknown_outcome'],
    [answered(200, ''), 'unknown_outcome'],
    [page(500), 'unknown_outcome'],
    [page(502), 'unknown_outcome'],
  ] as const)('of %j to the last chunk means %s', async (answer, kind) => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    house.fake.inject(calls.last, answer)
    expect((await failureOf(bench.send(step))).kind).toBe(kind)
  })

  test.each(['drop', 'reset', 'lose_answer', 'fail_after'] as const)(
    'that ends in %s leaves the outcome unknown',
    async (kind) => {
      for (const [name, photos] of [
        [calls.last, 0],
        [calls.photos, 1],
      ] as const) {
        const bench = await layOut(house, {}, { photos })
        const step = await bench.readyToSend()
        house.fake.inject(name, { kind })
        expect((await failureOf(bench.send(step))).kind).toBe('unknown_outcome')
      }
    },
  )
})

describe('a limit', () => {
  test.each([
    ['rate_limit_exceeded', 429, 60_000],
    ['rate_limit_exceeded', 200, 60_000],
    ['reached_active_user_cap', 200, 3_600_000],
    ['spam_risk_too_many_posts', 200, 86_400_000],
  ])('of the code %s with the status %i waits %i ms', async (code, status, waitMs) => {
    const bench = await layOut(house)
    house.fake.inject(calls.creator, refused(status, code))
    expect(await failureOf(bench.prepare())).toMatchObject({ platformCode: code, retryAfterMs: waitMs })
  })
})

test('a refusal quotes TikTok', async () => {
  const bench = await layOut(house)
  house.fake.inject(calls.beginVideo, refused(400, 'invalid_params'))
  const { message } = await failureOf(bench.prepare())
  expect(message).toBe('TikTok refused the post. It said: It says invalid_params')
})
