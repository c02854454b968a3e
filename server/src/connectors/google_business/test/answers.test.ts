// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { calls } from './fake.ts'
import { errorInfo, retryInfo } from './fake-world.ts'
import { failureOf, layOut } from './steps.ts'
import { answered, type BusinessHouse, openHouse, refused, tooMany } from './world.ts'

let house: BusinessHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const page = (status: number) => answered(status, `<h1>${status}</h1>`)
const name = 'accounts/101/locations/201/localPosts/7'

const noQuota = refused(429, 'RESOURCE_EXHAUSTED', [
  errorInfo('RATE_LIMIT_EXCEEDED', { quota_limit_value: '0' }),
])

const certain: readonly [ReturnType<typeof answered>, FailureKind][] = [
  [refused(401, 'UNAUTHENTICATED'), 'unauthorized'],
  [refused(401, 'UNAUTHENTICATED', [errorInfo('ACCESS_TOKEN_EXPIRED')]), 'unauthorized'],
  [refused(403, 'PERMISSION_DENIED', [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT')]), 'unauthorized'],
  [refused(403, 'PERMISSION_DENIED', [errorInfo('SERVICE_DISABLED')]), 'app_unusable'],
  [refused(403, 'PERMISSION_DENIED', [errorInfo('CONSUMER_SUSPENDED')]), 'app_unusable'],
  [refused(403, 'PERMISSION_DENIED', [errorInfo('CONSUMER_INVALID')]), 'app_unusable'],
  [refused(403, 'PERMISSION_DENIED', [errorInfo('USER_PROJECT_DENIED')]), 'app_unusable'],
  [refused(403, 'PERMISSION_DENIED'), 'forbidden'],
  [refused(404, 'NOT_FOUND'), 'forbidden'],
  [refused(400, 'INVALID_ARGUMENT'), 'invalid'],
  [refused(400, 'FAILED_PRECONDITION'), 'invalid'],
  [noQuota, 'app_unusable'],
  [tooMany(5), 'rate_limited'],
  [page(429), 'rate_limited'],
]

/** Answers that say little: the meaning before anything is public, and as the answer to a commit. */
const vague: readonly [ReturnType<typeof answered>, FailureKind][] = [
  [page(400), 'invalid'],
  [page(401), 'unauthorized'],
  [page(403), 'forbidden'],
  [page(404), 'invalid'],
  [page(413), 'invalid'],
  [answered(400, { error: 'no message' }), 'invalid'],
  [refused(400, 'OUT_OF_RANGE'), 'invalid'],
  [refused(409, 'ALREADY_EXISTS'), 'unavailable'],
  [refused(409, 'ABORTED'), 'unavailable'],
  [refused(499, 'CANCELLED'), 'unavailable'],
  [refused(500, 'INTERNAL'), 'unavailable'],
  [refused(503, 'UNAVAILABLE'), 'unavailable'],
  [refused(504, 'DEADLINE_EXCEEDED'), 'unavailable'],
  [page(502), 'unavailable'],
  [answered(200, ''), 'unavailable'],
  [answered(200, { localPosts: 'none' }), 'unavailable'],
  [answered(200, { localPosts: [{ name: 'accounts/101/locations/201' }] }), 'unavailable'],
]

const ofCommits: readonly ReturnType<typeof answered>[] = [
  ...vague.map(([answer]) => answer),
  answered(200, {}),
  answered(200, { name: 7 }),
  answered(200, { name: 'accounts/101/locations/201/media/7' }),
  answered(202, { name, state: 'LIVE' }),
  answered(302, '', { location: 'https://business.google.com/' }),
]

describe('an answer', () => {
  test.each([...certain, ...vague])('of %j to the list of posts means %s', async (answer, kind) => {
    const bench = await layOut(house)
    house.fake.inject(calls.list, answer)
    expect((await failureOf(bench.prepare())).kind).toBe(kind)
  })

  test.each([...certain, ...ofCommits.map((answer) => [answer, 'unknown_outcome'] as const)])(
    'of %j to the post means %s',
    async (answer, kind) => {
      const bench = await layOut(house)
      const step = await bench.readyToSend()
      const before = house.fake.world.posts.length
      house.fake.inject(calls.publish, answer)
      expect((await failureOf(bench.send(step))).kind).toBe(kind)
      expect(house.fake.world.posts).toHaveLength(before)
    },
  )

  test.each(['drop', 'reset', 'lose_answer', 'fail_after'] as const)(
    'that ends in %s leaves the outcome of the post unknown',
    async (kind) => {
      const bench = await layOut(house)
      const step = await bench.readyToSend()
      house.fake.inject(calls.publish, { kind })
      expect((await failureOf(bench.send(step))).kind).toBe('unknown_outcome')
    },
  )

  test.each([
    ['LIVE', { outcome: 'published', remoteId: '7', url: 'https://maps.google.com/maps?cid=201' }],
    ['PROCESSING', { outcome: 'accepted', ref: '7' }],
    ['REJECTED', { outcome: 'accepted', ref: '7' }],
    ['SCHEDULED', { outcome: 'accepted', ref: '7' }],
    [undefined, { outcome: 'accepted', ref: '7' }],
  ])('with a post that is %s', async (state, expected) => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    house.fake.inject(calls.publish, answered(200, { name, state }))
    expect(await bench.send(step)).toMatchObject(expected)
  })
})

describe('a refusal', () => {
  test('is quoted by the fault of the content, where Google names it', async () => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    const detail = {
      '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
      errorDetails: [{ code: 2, field: 'summary', message: 'The summary has a bad word.' }],
    }
    house.fake.inject(calls.publish, refused(400, 'INVALID_ARGUMENT', [detail]))
    const failure = await failureOf(bench.send(step))
    expect(failure.message).toBe('Google refused the post. It said: The summary has a bad word.')
    expect(failure.platformCode).toBe('INVALID_ARGUMENT')
    house.fake.inject(calls.publish, refused(400, 'INVALID_ARGUMENT'))
    expect((await failureOf(bench.send(step))).message).toContain('It said: It says INVALID_ARGUMENT.')
  })

  test('for want of quota names who can do something about it', async () => {
    const bench = await layOut(house)
    house.fake.world.isApproved = false
    const failure = await failureOf(bench.prepare())
    house.fake.world.isApproved = true
    expect(failure).toMatchObject({
      kind: 'app_unusable',
      message: expect.stringContaining('operator must apply'),
    })
  })

  test.each([
    [[retryInfo(41)], {}, 41_000],
    [[retryInfo(1.5)], {}, 1_500],
    [[{ ...retryInfo(1), retryDelay: 'soon' }], {}, null],
    [[retryInfo(41)], { 'retry-after': '3' }, 3_000],
    [[], {}, null],
  ])('of too many requests with %j and %j waits for %s ms', async (details, headers, waitMs) => {
    const bench = await layOut(house)
    const date = new Date(Math.floor(Date.now() / 1_000) * 1_000)
    const answer = refused(429, 'RESOURCE_EXHAUSTED', details, { date: date.toUTCString(), ...headers })
    house.fake.inject(calls.list, answer)
    const { retryAfterMs } = await failureOf(bench.prepare())
    if (waitMs === null) expect(retryAfterMs).toBeNull()
    // The time of an answer is told in whole seconds.
    else expect(Math.abs((retryAfterMs ?? 0) - waitMs)).toBeLessThanOrEqual(2_000)
  })
})
