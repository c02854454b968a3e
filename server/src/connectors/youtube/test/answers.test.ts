// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { untilQuotaReset } from '../refusals.ts'
import { uploading } from './fake.ts'
import { failureOf, layOut } from './steps.ts'
import { answered, openHouse, refused, type YouTubeHouse } from './world.ts'

let house: YouTubeHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const page = (status: number) => answered(status, `<h1>${status}</h1>`)
/** Newer parts of Google name the reason elsewhere. */
const newer = (status: number, reason: string, word: string) =>
  answered(status, { error: { code: status, message: 'No', status: word, details: [{ reason }] } })

const listed: readonly [ReturnType<typeof answered>, FailureKind][] = [
  [refused(401, 'authError'), 'unauthorized'],
  [answered(401, { error: { code: 401, status: 'UNAUTHENTICATED' } }), 'unauthorized'],
  [refused(401, 'youtubeSignupRequired'), 'forbidden'],
  [refused(403, 'insufficientPermissions'), 'unauthorized'],
  [newer(403, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'PERMISSION_DENIED'), 'unauthorized'],
  [refused(403, 'authenticatedUserAccountSuspended'), 'account_blocked'],
  [refused(403, 'authenticatedUserAccountClosed'), 'account_blocked'],
  [refused(403, 'channelSuspended'), 'account_blocked'],
  [refused(403, 'channelClosed'), 'account_blocked'],
  [refused(403, 'quotaExceeded'), 'rate_limited'],
  [refused(403, 'dailyLimitExceeded'), 'rate_limited'],
  [refused(403, 'rateLimitExceeded'), 'rate_limited'],
  [refused(403, 'userRateLimitExceeded'), 'rate_limited'],
  [refused(400, 'uploadLimitExceeded'), 'rate_limited'],
  [refused(429, 'rateLimitExceeded'), 'rate_limited'],
  [page(429), 'rate_limited'],
  [refused(403, 'accessNotConfigured'), 'app_unusable'],
  [newer(403, 'SERVICE_DISABLED', 'PERMISSION_DENIED'), 'app_unusable'],
  [refused(400, 'invalidTitle'), 'invalid'],
  [refused(400, 'invalidDescription'), 'invalid'],
  [refused(400, 'invalidTags'), 'invalid'],
  [refused(400, 'invalidCategoryId'), 'invalid'],
  [refused(400, 'invalidPublishAt'), 'invalid'],
  [refused(400, 'invalidVideoMetadata'), 'invalid'],
  [refused(400, 'invalidFilename'), 'invalid'],
  [refused(400, 'invalidRecordingDetails'), 'invalid'],
  [refused(400, 'defaultLanguageNotSet'), 'invalid'],
  [refused(400, 'mediaBodyRequired'), 'invalid'],
  [refused(403, 'forbiddenPrivacySetting'), 'invalid'],
  [refused(403, 'forbiddenLicenseSetting'), 'invalid'],
]

/** Answers that say little: the meaning before anything is public, and as the answer to a commit. */
const vague: readonly [ReturnType<typeof answered>, FailureKind][] = [
  [refused(400, 'somethingNew'), 'invalid'],
  [refused(403, 'forbidden'), 'forbidden'],
  [page(400), 'invalid'],
  [page(401), 'unauthorized'],
  [page(403), 'forbidden'],
  [refused(404, 'notFound'), 'invalid'],
  [page(413), 'invalid'],
  [refused(409, 'conflict'), 'unavailable'],
  [refused(500, 'backendError'), 'unavailable'],
  [refused(503, 'internalError'), 'unavailable'],
  [page(502), 'unavailable'],
  [answered(200, ''), 'unavailable'],
]

const commitAlone: readonly ReturnType<typeof answered>[] = [
  ...vague.map(([answer]) => answer),
  refused(410, 'gone'),
  answered(308, '', { range: 'bytes=0-9' }),
  answered(200, { id: 7 }),
  answered(200, { id: 'a b' }),
  answered(201, {}),
]

describe('an answer', () => {
  test.each([...listed, ...vague])('of %j to the beginning of an upload means %s', async (answer, kind) => {
    const bench = await layOut(house)
    house.fake.inject(uploading.begin, answer)
    expect((await failureOf(bench.prepare())).kind).toBe(kind)
  })

  test.each([...listed, ...commitAlone.map((answer) => [answer, 'unknown_outcome'] as const)])(
    'of %j to the last part means %s',
    async (answer, kind) => {
      const bench = await layOut(house)
      const step = await bench.readyToSend()
      const before = house.fake.videos.length
      house.fake.inject(uploading.last, answer)
      expect((await failureOf(bench.send(step))).kind).toBe(kind)
      expect(house.fake.videos).toHaveLength(before)
    },
  )

  test.each(['drop', 'reset', 'lose_answer', 'fail_after'] as const)(
    'that ends in %s leaves the outcome of the last part unknown',
    async (kind) => {
      const bench = await layOut(house)
      const step = await bench.readyToSend()
      house.fake.inject(uploading.last, { kind })
      expect((await failureOf(bench.send(step))).kind).toBe('unknown_outcome')
    },
  )
})

describe('a refusal', () => {
  test('is quoted without the links in it', async () => {
    const bench = await layOut(house)
    house.fake.inject(uploading.begin, refused(400, 'invalidTags'))
    const failure = await failureOf(bench.prepare())
    expect(failure.message).toBe('YouTube refused the video. It said: It says invalidTags')
    expect(failure.platformCode).toBe('invalidTags')
  })

  test('of the quota waits until midnight Pacific Time', async () => {
    const bench = await layOut(house)
    house.fake.inject(uploading.begin, refused(403, 'quotaExceeded'))
    const { retryAfterMs } = await failureOf(bench.prepare())
    expect(Math.abs((retryAfterMs ?? 0) - untilQuotaReset(new Date()))).toBeLessThan(60_000)
  })

  test.each([
    ['2026-11-23T08:00:00Z', 24],
    ['2026-11-23T07:59:00Z', 1 / 60],
    ['2026-07-01T06:00:00Z', 1],
    ['2026-07-01T19:30:00Z', 11.5],
  ])('at %s waits %d hours', (now, hours) => {
    expect(untilQuotaReset(new Date(now))).toBeCloseTo(hours * 3_600_000, 0)
  })
})
