// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { publishing } from './fake.ts'
import { failureOf, layOut, publish } from './steps.ts'
import { answered, openHouse, refused, tooMany, type WordPressHouse } from './world.ts'

let house: WordPressHouse
beforeAll(async () => {
  house = await openHouse(undefined, { floodMs: 0 })
})
afterAll(() => house.close())

const page = (status: number) => answered(status, `<h1>${status}</h1>`)

/** Refusals of the API, given before anything is stored. */
const certain: readonly [ReturnType<typeof answered>, FailureKind][] = [
  [refused(401, 'rest_cannot_edit'), 'unauthorized'],
  [refused(401, 'rest_cannot_create'), 'unauthorized'],
  [refused(401, 'rest_not_logged_in'), 'unauthorized'],
  [refused(401, 'incorrect_password'), 'unauthorized'],
  [refused(403, 'rest_cannot_publish'), 'forbidden'],
  [refused(403, 'rest_cannot_edit'), 'forbidden'],
  [refused(403, 'something_new'), 'forbidden'],
  [refused(404, 'rest_no_route'), 'forbidden'],
  [refused(400, 'rest_invalid_param'), 'invalid'],
  [refused(400, 'rest_invalid_field'), 'invalid'],
  [refused(400, 'comment_flood'), 'rate_limited'],
  [tooMany(5), 'rate_limited'],
  [page(429), 'rate_limited'],
]

/** Answers that prove nothing: the post may be public, or may become so. */
const vague: readonly ReturnType<typeof answered>[] = [
  refused(404, 'rest_post_invalid_id'),
  refused(409, 'comment_duplicate'),
  refused(410, 'rest_already_trashed'),
  refused(500, 'db_update_error'),
  refused(500, 'internal_server_error'),
  refused(501, 'something_new'),
  refused(503, 'wp_die'),
  page(301),
  page(400),
  page(401),
  page(403),
  page(404),
  page(406),
  page(413),
  page(502),
  page(503),
  page(504),
  answered(400, { message: 'No code.' }),
  answered(403, { code: 'rest_cannot_publish' }),
  answered(200, ''),
  answered(200, '<br />Warning: something in a plugin<br />{"id": 11, "status": "publish"}'),
  answered(200, { id: 11 }),
  answered(200, { status: 'publish' }),
  answered(200, { id: 999_999, status: 'publish', link: 'https://harbour.example.org/another/' }),
  answered(200, { id: '11', status: 'publish' }),
  answered(200, { id: 11, status: 'draft' }),
  answered(202, { id: 11, status: 'publish' }),
]

describe('an answer to a post', () => {
  test.each([...certain, ...vague.map((answer) => [answer, 'unknown_outcome'] as const)])(
    'of %j means %s',
    async (answer, kind) => {
      const bench = await layOut(house)
      house.fake.inject(publishing, answer)
      expect((await failureOf(bench.send())).kind).toBe(kind)
      expect(house.fake.world.posts.filter(({ status }) => status === 'publish')).toEqual([])
      expect((await bench.settle()).outcome).toBe('repeat')
    },
  )

  test('never repeats the password, in any form that a site could write', async () => {
    const bench = await layOut(house)
    const { application_password: password, user_name: name } = house.credentials
    const groups = String(password).replace(/(.{4})(?=.)/g, '$1 ')
    const pair = Buffer.from(`${name}:${password}`).toString('base64')
    house.fake.inject(
      publishing,
      refused(400, 'rest_invalid_param', `No: ${password}, ${groups}, Basic ${pair}.`),
    )
    const { message } = await failureOf(bench.send())
    expect(message).toContain('[secret]')
    for (const secret of [password, groups, pair]) expect(message).not.toContain(secret)
    expect(JSON.stringify(bench.step)).not.toContain(password)
  })
})

describe('an answer to a comment', () => {
  test.each([
    [refused(403, 'rest_comment_closed'), 'forbidden'],
    [refused(401, 'rest_comment_login_required'), 'unauthorized'],
    [refused(400, 'comment_flood'), 'rate_limited'],
    [refused(409, 'comment_duplicate'), 'unknown_outcome'],
    [
      answered(201, { id: 7, status: 'hold', link: 'https://harbour.example.org/?p=1#comment-7' }),
      'unknown_outcome',
    ],
    [answered(201, { id: 7, status: 'spam' }), 'unknown_outcome'],
  ] as const)('of %j means %s', async (answer, kind) => {
    const parent = await publish(house, { text: 'Above' })
    const bench = await layOut(house, { text: 'Below', part: 'first_comment', replyTo: parent })
    house.fake.inject('POST /wp/v2/comments', answer)
    expect((await failureOf(bench.send())).kind).toBe(kind)
    expect(await bench.settle()).toEqual({ outcome: 'not_found' })
    house.fake.world.posts.splice(0)
  })
})
