// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { callOf, listing, publishing } from './fake.ts'
import { failureOf, layOut, publish } from './steps.ts'
import { answered, openHouse, refused, type VkHouse } from './world.ts'

let house: VkHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

type Answer = ReturnType<typeof answered>

const page = (status: number) => answered(status, `<h1>${status}</h1>`)
const made = (response: unknown) => answered(200, { response })
const each = (kind: FailureKind, ...codes: readonly number[]) =>
  codes.map((code): [Answer, FailureKind] => [refused(code), kind])

const certain: readonly [Answer, FailureKind][] = [
  ...each('account_blocked', 18, 37, 3_610),
  ...each('unauthorized', 5, 27, 28, 1_117),
  [refused(27, 'Group authorization failed: method is unavailable with group auth.'), 'forbidden'],
  [refused(5, 'User authorization failed: method is unavailable with group auth.'), 'forbidden'],
  ...each('unauthorized', 17, 24, 25, 3_301, 3_302, 3_303, 3_304, 3_609, 11_500),
  ...each('forbidden', 14, 3_300),
  ...each('rate_limited', 6, 9, 29, 601),
  [refused(214, 'Access to adding post denied: you can only add 50 posts a day'), 'rate_limited'],
  [refused(219, 'Advertisement post was recently added'), 'rate_limited'],
  [refused(224, 'Too many ads posts'), 'rate_limited'],
  ...each('app_unusable', 2, 11, 38, 101),
  ...each('forbidden', 1_051),
  ...each('invalid', 222),
  ...each(
    'forbidden',
    7,
    15,
    19,
    20,
    21,
    30,
    200,
    203,
    204,
    210,
    211,
    212,
    213,
    214,
    219,
    220,
    223,
    224,
    225,
  ),
  ...each('invalid', 8, 100, 113, 114, 125, 129, 150),
  [answered(429, '', { 'retry-after': '5' }), 'rate_limited'],
]

/** Answers that prove nothing. */
const vague: readonly Answer[] = [
  ...[400, 401, 403, 404, 409, 413, 500, 502, 503, 504].map(page),
  ...[1, 3, 10, 13, 22, 32, 36, 43, 104, 105, 106, 300, 9_999].map((code) => refused(code)),
  answered(403, { error: { error_code: 5, error_msg: 'Not of VK: it says so with 200.' } }),
  answered(200, { error: { error_code: '5', error_msg: 'A text' } }),
  answered(200, { error: 'unknown_error' }),
  answered(200, { error: { error_code: 10 }, response: { post_id: 7 } }),
  answered(201, { response: { post_id: 7 } }),
  made({}),
  made([]),
  made(1),
  made({ post_id: '7' }),
  made({ post_id: 0 }),
  made({ post_id: -7 }),
  made({ post_id: 7.5 }),
  made({ comment_id: 7 }),
  answered(200, ''),
  answered(302, '', { location: 'https://vk.com/' }),
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

  test('says in VK’s own words what is wrong, when to come back, and no secret', async () => {
    const say = async (answer: Answer) => {
      const bench = layOut(house)
      const step = await bench.readyToSend()
      house.fake.inject(publishing, answer)
      return failureOf(bench.send(step))
    }
    const token = String(house.credentials.access_token)
    const unfit = await say(refused(100, `Not with ${token} today`))
    expect(unfit).toMatchObject({
      platformCode: '100',
      message: 'VK refused it. It said: Not with [secret] today',
    })
    expect(await say(refused(6))).toMatchObject({ platformCode: '6', retryAfterMs: 1_000 })
    expect(await say(refused(29))).toMatchObject({ retryAfterMs: 3_600_000 })
    expect((await say(refused(14))).message).toContain('captcha')
    expect((await say(refused(17))).message).toContain('Open VK')
  })

  test('with the number of the post is the post, whatever else it says', async () => {
    const bench = layOut(house)
    const step = await bench.readyToSend()
    house.fake.inject(publishing, made({ post_id: 22, more: {} }))
    expect(await bench.send(step)).toEqual({
      outcome: 'published',
      remoteId: '-212979992_22',
      url: 'https://vk.com/wall-212979992_22',
      reference: null,
    })
  })

  test('to a comment needs the number of the comment', async () => {
    const post = await publish(house)
    const send = async (answer: Answer) => {
      const bench = layOut(house, { part: 'first_comment', replyTo: post })
      const step = await bench.readyToSend()
      house.fake.inject(callOf('wall.createComment'), answer)
      return bench.send(step)
    }
    expect((await failureOf(send(made({ post_id: 7 })))).kind).toBe('unknown_outcome')
    expect((await failureOf(send(refused(213)))).kind).toBe('forbidden')
    expect(await send(made({ comment_id: 7 }))).toMatchObject({
      remoteId: `${post.remoteId}_7`,
      url: `${post.url}?reply=7`,
    })
  })
})

const posts = (...items: readonly unknown[]) => made({ count: items.length, items })

describe('an answer to the list of own posts', () => {
  test.each<[Answer, FailureKind]>([
    [refused(5), 'unauthorized'],
    [refused(15), 'forbidden'],
    [refused(6), 'rate_limited'],
    [refused(10), 'unavailable'],
    [refused(105), 'unavailable'],
    [page(500), 'unavailable'],
    [page(403), 'unavailable'],
    [answered(200, ''), 'unavailable'],
    [made([]), 'unavailable'],
    [made({ items: {} }), 'unavailable'],
    [posts(7), 'unavailable'],
    [posts({ text: '' }), 'unavailable'],
    [posts({ id: '7' }), 'unavailable'],
  ])('%j means %s', async (answer, kind) => {
    const bench = layOut(house)
    house.fake.inject(listing, answer)
    expect((await failureOf(bench.prepare())).kind).toBe(kind)
  })
})
