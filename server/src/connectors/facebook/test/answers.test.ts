import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { facebook } from '../connector.ts'
import { publishing } from './fake.ts'
import { failureOf, type Ready, readyToSend } from './steps.ts'
import { answered, openHouse, type PageHouse } from './world.ts'

let house: PageHouse
let ready: Ready
beforeAll(async () => {
  house = await openHouse()
  ready = await readyToSend(house, { text: 'Hello' })
})
afterAll(() => house.close())

const refused = (code: number, subcode?: number, message = 'No', status = 400) =>
  answered(status, { error: { message, type: 'OAuthException', code, error_subcode: subcode } })
const page = (status: number) => ({ ...answered(status, {}), body: `<h1>${status}</h1>` })

// Each row: the answer to the commit, and its meaning.
const meanings: readonly [ReturnType<typeof answered>, FailureKind][] = [
  // Content.
  ...[1_366_046, 2_069_019, 1_349_125, 2_061_006, 1_609_008, 1_404_102].map(
    (subcode): [ReturnType<typeof answered>, FailureKind] => [refused(1, subcode), 'invalid'],
  ),
  [refused(100), 'invalid'],
  [refused(352), 'invalid'],
  [refused(1_609_005), 'invalid'],
  // The account, its owner, or what they gave.
  [refused(368), 'account_blocked'],
  ...[1_346_003, 1_404_006, 1_404_112, 4_854_002].map(
    (subcode): [ReturnType<typeof answered>, FailureKind] => [refused(368, subcode), 'account_blocked'],
  ),
  [refused(200, 1_404_078), 'forbidden'],
  [refused(100, undefined, '(#100) No permission to publish the video'), 'forbidden'],
  [refused(200), 'forbidden'],
  [refused(10, undefined, 'No', 403), 'forbidden'],
  [refused(100, 33), 'forbidden'],
  [refused(190, 463), 'unauthorized'],
  [refused(190, 460, 'No', 401), 'unauthorized'],
  [refused(190, 492), 'unauthorized'],
  [refused(102), 'unauthorized'],
  [refused(190, undefined, 'Error: Application has been deleted'), 'app_unusable'],
  [refused(2_635), 'app_unusable'],
  // Too early.
  [refused(368, 1_390_008), 'rate_limited'],
  [refused(4), 'rate_limited'],
  [refused(17), 'rate_limited'],
  [refused(32), 'rate_limited'],
  [refused(341), 'rate_limited'],
  [refused(613), 'rate_limited'],
  [refused(80_001), 'rate_limited'],
  [page(429), 'rate_limited'],
  // Evidence that the post may stand there already.
  [refused(506), 'unknown_outcome'],
  [refused(1, 1_366_051), 'unknown_outcome'],
  // Everything that is temporary or not on the list proves nothing.
  [refused(1), 'unknown_outcome'],
  [refused(2, undefined, 'No', 500), 'unknown_outcome'],
  [refused(100, 1_363_047), 'unknown_outcome'],
  [refused(100, 1_609_010), 'unknown_outcome'],
  [answered(400, { error: { message: 'No', code: 100, is_transient: true } }), 'unknown_outcome'],
  [refused(9_999), 'unknown_outcome'],
  [refused(100, undefined, 'No', 503), 'unknown_outcome'],
  [page(400), 'unknown_outcome'],
  [page(401), 'unknown_outcome'],
  [page(403), 'unknown_outcome'],
  [page(404), 'unknown_outcome'],
  [page(409), 'unknown_outcome'],
  [page(413), 'unknown_outcome'],
  [page(502), 'unknown_outcome'],
  [answered(200, {}), 'unknown_outcome'],
  [answered(200, { success: true }), 'unknown_outcome'],
  [answered(200, { id: 7 }), 'unknown_outcome'],
  [page(200), 'unknown_outcome'],
]

test.each(meanings)('an answer of %j to the commit means %s', async (answer, kind) => {
  house.fake.inject(publishing, answer)
  expect((await failureOf(facebook.commit(ready.step, ready.io))).kind).toBe(kind)
  expect(house.fake.world.posts).toEqual([])
})

test.each(['drop', 'reset', 'lose_answer', 'fail_after'] as const)(
  'a connection that ends in %s leaves the outcome unknown',
  async (kind) => {
    house.fake.inject(publishing, { kind })
    expect((await failureOf(facebook.commit(ready.step, ready.io))).kind).toBe('unknown_outcome')
  },
)

describe('a refusal', () => {
  test('waits as long as the headers say, in minutes', async () => {
    const usage = { '101': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: 7 }] }
    const headers = { 'x-business-use-case-usage': JSON.stringify(usage) }
    house.fake.inject(publishing, answered(400, { error: { message: 'No', code: 80_001 } }, headers))
    const failure = await failureOf(facebook.commit(ready.step, ready.io))
    expect(failure).toMatchObject({ kind: 'rate_limited', retryAfterMs: 7 * 60_000 })
  })

  test('quotes the words that Facebook means for people, and keeps its code', async () => {
    const error = { message: 'Bad', code: 1, error_subcode: 1_404_102, error_user_msg: 'Against our rules.' }
    house.fake.inject(publishing, answered(400, { error }))
    expect(await failureOf(facebook.commit(ready.step, ready.io))).toMatchObject({
      message: 'Facebook refused the post. It said: Against our rules.',
      platformCode: '1/1404102',
    })
  })
})
