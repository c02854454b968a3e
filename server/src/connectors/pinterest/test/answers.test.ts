// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { publishing } from './fake.ts'
import { failureOf, layOut } from './steps.ts'
import { answered, openHouse, type PinterestHouse, refused, tooMany } from './world.ts'

let house: PinterestHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const page = (status: number) => answered(status, `<h1>${status}</h1>`)
const listing = 'GET /v5/boards/549755885175/pins'

const certain: readonly [ReturnType<typeof answered>, FailureKind][] = [
  [refused(401, 2, 'Authentication failed.'), 'unauthorized'],
  [refused(401, 3, 'Missing: pins:write'), 'unauthorized'],
  [refused(403, 3, 'Missing: pins:write'), 'unauthorized'],
  [refused(401, 3, 'Your application consumer type is not supported.'), 'app_unusable'],
  [refused(403, 3, 'Your application consumer type is not supported.'), 'app_unusable'],
  [refused(403, 29, 'You have Trial access. Use https://api-sandbox.pinterest.com.'), 'app_unusable'],
  [refused(403, 7, 'Not authorized to access board or Pin.'), 'forbidden'],
  [refused(400, 1, "'x' does not match '^\\d+$'"), 'invalid'],
  [refused(400, 12, 'constraint: maxItems=5'), 'invalid'],
  [refused(404, 40, 'Board not found.'), 'invalid'],
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
  [answered(400, { message: 'No number' }), 'invalid'],
  [answered(403, { code: 'seven', message: 'No number' }), 'forbidden'],
  [refused(409, 9, 'Could not get exclusive access'), 'unavailable'],
  [refused(500, 0, 'Something went wrong on our end.'), 'unavailable'],
  [refused(503, 0, 'Unavailable'), 'unavailable'],
  [page(502), 'unavailable'],
  [answered(200, ''), 'unavailable'],
  [answered(200, { items: 'none' }), 'unavailable'],
]

const ofCommits: readonly ReturnType<typeof answered>[] = [
  ...vague.map(([answer]) => answer),
  answered(201, {}),
  answered(201, { id: 7 }),
  answered(201, { id: 'a b' }),
  answered(202, { id: '813744226420795001' }),
  answered(302, '', { location: 'https://www.pinterest.com/' }),
]

describe('an answer', () => {
  test.each([...certain, ...vague])('of %j to the list of a board means %s', async (answer, kind) => {
    const bench = await layOut(house)
    house.fake.inject(listing, answer)
    expect((await failureOf(bench.prepare())).kind).toBe(kind)
  })

  test.each([...certain, ...ofCommits.map((answer) => [answer, 'unknown_outcome'] as const)])(
    'of %j to the Pin means %s',
    async (answer, kind) => {
      const bench = await layOut(house)
      const step = await bench.readyToSend()
      const before = house.fake.world.pins.length
      house.fake.inject(publishing, answer)
      expect((await failureOf(bench.send(step))).kind).toBe(kind)
      expect(house.fake.world.pins).toHaveLength(before)
    },
  )

  test.each(['drop', 'reset', 'lose_answer', 'fail_after'] as const)(
    'that ends in %s leaves the outcome of the Pin unknown',
    async (kind) => {
      const bench = await layOut(house)
      const step = await bench.readyToSend()
      house.fake.inject(publishing, { kind })
      expect((await failureOf(bench.send(step))).kind).toBe('unknown_outcome')
    },
  )
})

describe('a refusal', () => {
  test('is quoted, with its number', async () => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    house.fake.inject(publishing, refused(400, 12, 'The image could not be read.'))
    const failure = await failureOf(bench.send(step))
    expect(failure.message).toBe('Pinterest refused the Pin. It said: The image could not be read.')
    expect(failure.platformCode).toBe('12')
  })

  test.each([
    [{ 'x-ratelimit-reset': '41, 41;w=60;name="org_write_app_id_user_id"' }, 42_000],
    [{ 'x-ratelimit-reset': '41' }, 42_000],
    [{ 'x-ratelimit-reset': 'soon' }, null],
    [{ 'retry-after': '3', 'x-ratelimit-reset': '41' }, 3_000],
    [{}, null],
  ])('of too many requests with %j waits for %s ms', async (headers, waitMs) => {
    const bench = await layOut(house)
    house.fake.inject(listing, refused(429, 8, 'You have exceeded your rate limit.', headers))
    const { retryAfterMs } = await failureOf(bench.prepare())
    expect(retryAfterMs).toBe(waitMs)
  })
})
