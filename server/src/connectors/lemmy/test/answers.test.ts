import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { commenting, publishing } from './fake.ts'
import { failureOf, layOut, publish } from './steps.ts'
import { answered, type LemmyHouse, openHouse, refused, tooMany } from './world.ts'

let house: LemmyHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** Refusals that are given before anything is stored. */
const certain: readonly [FailureKind, readonly string[]][] = [
  ['unauthorized', ['incorrect_login', 'not_logged_in']],
  ['account_blocked', ['site_ban']],
  [
    'forbidden',
    ['banned_from_community', 'person_is_banned_from_community', 'only_mods_can_post_in_community', 'locked'],
  ],
  [
    'invalid',
    [
      'deleted',
      'couldnt_find_community',
      'invalid_post_title',
      'invalid_body_field',
      'alt_text_length_overflow',
      'invalid_url',
      'invalid_url_scheme',
      'url_length_overflow',
      'blocked_url',
      'slurs',
      'language_not_allowed',
      'nsfw_not_allowed',
      'max_comment_depth_reached',
    ],
  ],
]

const view = { id: 12, name: 'At sea', creator_id: 2, community_id: 5 }

/** Answers that prove nothing: the post may be public, or may become so. */
const vague = [
  ...[301, 400, 401, 403, 404, 413, 422, 500, 502, 503, 504].map((status) => answered(status, '<h1>No</h1>')),
  ...['couldnt_create_post', 'couldnt_like_post', 'couldnt_find_post', 'couldnt_mark_post_as_read'].map(
    (code) => refused(400, code),
  ),
  refused(400, 'unknown'),
  refused(404, 'not_found'),
  refused(500, 'site_ban'),
  // A repeated key of Lemmy 1.0.
  answered(422, ''),
  answered(200, ''),
  answered(204, ''),
  answered(200, {}),
  answered(200, { post_view: {} }),
  answered(200, { post_view: { post: { ...view, id: '12' } } }),
  answered(200, { post_view: { post: { ...view, id: 0 } } }),
  answered(200, { comment_view: { comment: view } }),
  answered(200, [{ post_view: { post: view } }]),
  answered(201, { post_view: { post: view } }),
]

async function failureAfter(answer: ReturnType<typeof answered>) {
  const bench = await layOut(house)
  house.fake.inject(publishing, answer)
  return failureOf(bench.send())
}

describe('an answer to the commit', () => {
  test('is a refusal where the server says so before it stores anything', async () => {
    for (const [kind, codes] of certain)
      for (const code of codes) {
        const status = code === 'incorrect_login' ? 401 : 400
        const failure = await failureAfter(refused(status, code))
        expect([code, failure.kind, failure.platformCode]).toEqual([code, kind, code])
      }
    expect(await house.world.posts()).toEqual([])
  })

  test('settles nothing where it is anything else', async () => {
    for (const answer of vague) {
      const { kind } = await failureAfter(answer)
      expect([answer.status, answer.body, kind]).toEqual([answer.status, answer.body, 'unknown_outcome'])
    }
  })

  test('says how long to wait, or not at all', async () => {
    expect(await failureAfter(tooMany(30))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 30_000 })
    expect(await failureAfter(refused(429, 'rate_limit_error'))).toMatchObject({
      kind: 'rate_limited',
      retryAfterMs: null,
    })
    expect(await failureAfter(refused(400, 'rate_limit_error'))).toMatchObject({
      kind: 'rate_limited',
      retryAfterMs: 60_000,
    })
  })

  test('never shows the token', async () => {
    const failure = await failureAfter(
      answered(400, { error: 'slurs', message: String(house.credentials.jwt) }),
    )
    expect(failure.message).toBe('The text has a word that the server does not allow.')
  })

  test('to a comment is one where the post was closed or deleted', async () => {
    const root = await publish(house)
    const post = house.fake.world.posts.at(-1)
    const answer = () => layOut(house, { text: 'Below', part: 'thread', replyTo: root })
    if (post) post.isLocked = true
    expect((await failureOf((await answer()).send())).kind).toBe('forbidden')
    if (post) post.isDeleted = true
    expect((await failureOf((await answer()).send())).kind).toBe('invalid')
    const bench = await answer()
    house.fake.inject(commenting, refused(400, 'couldnt_find_post'))
    expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
  })
})
