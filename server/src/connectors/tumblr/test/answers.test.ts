// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { listing, publishing } from './fake.ts'
import { failureOf, layOut } from './steps.ts'
import { answered, makeVideo, openHouse, refused, type TumblrHouse, tooMany } from './world.ts'

let house: TumblrHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

type Answer = ReturnType<typeof answered>

const page = (status: number) => answered(status, `<h1>${status}</h1>`)
const made = (status: number, response: unknown) =>
  answered(status, { meta: { status, msg: 'Created' }, response })

const certain: readonly [Answer, FailureKind][] = [
  [refused(400, 8_001, "'content' must be an array"), 'invalid'],
  [refused(400, 8_002), 'invalid'],
  [refused(400, 8_005), 'invalid'],
  [refused(400, 8_016), 'invalid'],
  [refused(400, 9_999), 'invalid'],
  [refused(400), 'invalid'],
  [refused(401, 1_016), 'unauthorized'],
  [refused(401), 'unauthorized'],
  [refused(403, 8_004), 'rate_limited'],
  [refused(403, 8_008), 'forbidden'],
  [refused(403, 8_010), 'rate_limited'],
  [refused(403, 8_011), 'rate_limited'],
  [refused(403, 8_022), 'rate_limited'],
  [refused(403, 8_023), 'rate_limited'],
  [refused(403, 9_999), 'forbidden'],
  [refused(403), 'forbidden'],
  [refused(404, 0), 'unauthorized'],
  [refused(404), 'unauthorized'],
  [tooMany(5), 'rate_limited'],
  [page(429), 'rate_limited'],
]

/** Answers that prove nothing. */
const vague: readonly Answer[] = [
  ...[400, 401, 403, 404, 409, 413, 500, 502, 503, 504].map(page),
  refused(409),
  refused(413),
  refused(500, 8_006),
  refused(500, 8_009),
  refused(503),
  answered(400, { meta: { status: 500, msg: 'Server Error' } }),
  answered(400, { errors: [{ title: 'Bad Request', code: 8_001 }] }),
  answered(403, { meta: 'none' }),
  made(200, { id: '790000000000000132' }),
  made(201, {}),
  made(201, []),
  made(201, { id: '' }),
  made(201, { id: 0 }),
  made(201, { id: '7/../8' }),
  made(201, { id: ['790000000000000132'] }),
  // Digits of this were lost on the way.
  answered(201, '{"meta":{"status":201,"msg":"Created"},"response":{"id":790000000000000132}}'),
  answered(201, ''),
  answered(302, '', { location: 'https://www.tumblr.com/' }),
]

describe('an answer', () => {
  test.each([...certain, ...vague.map((answer) => [answer, 'unknown_outcome'] as const)])(
    'of %j to a post means %s',
    async (answer, kind) => {
      const bench = layOut(house)
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
      const bench = layOut(house)
      const step = await bench.readyToSend()
      house.fake.inject(publishing, { kind })
      expect((await failureOf(bench.send(step))).kind).toBe('unknown_outcome')
    },
  )

  test('says in Tumblr’s own words what is wrong, when to come back, and no secret', async () => {
    const token = String(house.credentials.access_token)
    const say = async (answer: Answer) => {
      const bench = layOut(house)
      const step = await bench.readyToSend()
      house.fake.inject(publishing, answer)
      return failureOf(bench.send(step))
    }
    expect((await say(refused(400, 8_001, `Not with ${token} today`))).message).toBe(
      'Tumblr refused it. It said: Not with [secret] today',
    )
    const busy = await say(refused(403, 8_010))
    expect(busy).toMatchObject({ platformCode: '8010', retryAfterMs: 120_000 })
    expect(await say(refused(403, 8_023))).toMatchObject({ retryAfterMs: 3_600_000 })
    const waitMs = (await say(tooMany(300))).retryAfterMs ?? 0
    expect(waitMs).toBeGreaterThan(295_000)
    // The clock of a server has whole seconds.
    expect(waitMs).toBeLessThanOrEqual(302_000)
  })

  test.each([
    [{ id: '790000000000000132', state: 'transcoding' }, 'accepted'],
    [{ id: '790000000000000132' }, 'accepted'],
    [{ id: '790000000000000132', state: 'published' }, 'published'],
    [{ id: 174_874_832_676, state: 'transcoding' }, 'accepted'],
  ])('of %j to a post with a video is %s', async (response, outcome) => {
    const bench = layOut(house, { media: [await makeVideo()] })
    const step = await bench.readyToSend()
    house.fake.inject(publishing, made(201, response))
    expect(await bench.send(step)).toMatchObject({ outcome })
  })

  test('with an id is the post, whatever else it says', async () => {
    const bench = layOut(house)
    const step = await bench.readyToSend()
    house.fake.inject(publishing, made(201, { id: '790000000000000132', state: 'tomorrow', more: {} }))
    expect(await bench.send(step)).toEqual({
      outcome: 'published',
      remoteId: '790000000000000132',
      url: 'https://harbour.tumblr.com/post/790000000000000132',
      reference: null,
    })
  })
})

const posts = (...list: readonly unknown[]) =>
  answered(200, { meta: { status: 200, msg: 'OK' }, response: { posts: list } })

describe('an answer to the list of own posts', () => {
  test.each<[Answer, FailureKind]>([
    [refused(401), 'unauthorized'],
    [page(401), 'unauthorized'],
    [refused(403), 'forbidden'],
    [page(403), 'forbidden'],
    [refused(404), 'unauthorized'],
    [page(404), 'invalid'],
    [tooMany(5), 'rate_limited'],
    [page(500), 'unavailable'],
    [answered(200, ''), 'unavailable'],
    [answered(200, { response: [] }), 'unavailable'],
    [posts(7), 'unavailable'],
    [posts({ content: [] }), 'unavailable'],
    [posts({ id: 790_000_000_000_000_000 }), 'unavailable'],
  ])('%j means %s', async (answer, kind) => {
    const bench = layOut(house)
    house.fake.inject(listing, answer)
    expect((await failureOf(bench.prepare())).kind).toBe(kind)
  })
})
