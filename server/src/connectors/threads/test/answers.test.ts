import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { threads } from '../connector.ts'
import { creating, publishing } from './fake.ts'
import { failureOf, stepsOf } from './steps.ts'
import { answered, openHouse, refused, type ThreadsHouse } from './world.ts'

let house: ThreadsHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const page = (status: number) => ({ ...answered(status, {}), body: `<h1>${status}</h1>` })

// Each row: an answer, its meaning for the commit, and its meaning while the post is prepared.
const meanings: readonly [ReturnType<typeof answered>, FailureKind, FailureKind][] = [
  [refused({ code: 190, error_subcode: 463 }), 'unauthorized', 'unauthorized'],
  [refused({ code: '190' }, 401), 'unauthorized', 'unauthorized'],
  [refused({ code: 190, error_subcode: 459 }), 'unauthorized', 'unauthorized'],
  [refused({ code: 10 }, 403), 'forbidden', 'forbidden'],
  [refused({ code: 200 }, 403), 'forbidden', 'forbidden'],
  [refused({ code: 100 }), 'invalid', 'invalid'],
  [refused({ code: 'THREADS_API__LINK_LIMIT_EXCEEDED' }), 'invalid', 'invalid'],
  [refused({ code: 101 }), 'app_unusable', 'app_unusable'],
  [refused({ code: -1, error_subcode: 4279013 }), 'account_blocked', 'account_blocked'],
  [refused({ code: 368 }), 'account_blocked', 'account_blocked'],
  [refused({ code: 4 }), 'rate_limited', 'rate_limited'],
  [refused({ code: 4, is_transient: true }), 'rate_limited', 'rate_limited'],
  [refused({ code: 80_006 }), 'rate_limited', 'rate_limited'],
  [page(429), 'rate_limited', 'rate_limited'],
  // The container may have been published a moment ago, or not be known everywhere yet.
  [refused({ code: 24, error_subcode: 4279009 }), 'unknown_outcome', 'unknown_outcome'],
  [refused({ code: 9004, error_subcode: 2207052 }), 'unknown_outcome', 'unavailable'],
  // Everything that is not on a list proves nothing.
  [refused({ code: 1 }), 'unknown_outcome', 'unavailable'],
  [refused({ code: 2, is_transient: true }), 'unknown_outcome', 'unavailable'],
  [refused({ code: 100, is_transient: true }), 'unknown_outcome', 'unavailable'],
  [refused({ code: 100 }, 500), 'unknown_outcome', 'unavailable'],
  [refused({ code: 77_777 }), 'unknown_outcome', 'unavailable'],
  [answered(404, {}), 'unknown_outcome', 'unavailable'],
  [answered(409, {}), 'unknown_outcome', 'unavailable'],
  [page(400), 'unknown_outcome', 'unavailable'],
  [page(401), 'unknown_outcome', 'unavailable'],
  [page(403), 'unknown_outcome', 'unavailable'],
  [page(413), 'unknown_outcome', 'unavailable'],
  [page(502), 'unknown_outcome', 'unavailable'],
  [answered(200, {}), 'unknown_outcome', 'unavailable'],
  [{ ...answered(200, {}), body: '' }, 'unknown_outcome', 'unavailable'],
  // A number may have lost its last digits.
  [answered(200, { id: 17_900_000_000_000_000 }), 'unknown_outcome', 'unavailable'],
]

describe('an answer', () => {
  test.each(meanings)(
    'of %j means %s to the commit, and %s while preparing',
    async (answer, sent, prepared) => {
      const steps = stepsOf(house, { text: 'Hello' })
      const step = await steps.readyToSend()
      house.fake.inject(publishing, answer)
      expect((await failureOf(threads.commit(step, steps.io(step)))).kind).toBe(sent)
      house.fake.inject(creating, answer)
      expect((await failureOf(threads.prepare(steps.step, steps.io()))).kind).toBe(prepared)
      expect(house.fake.posts).toEqual([])
    },
  )

  test.each(['drop', 'reset', 'lose_answer', 'fail_after'] as const)(
    'that is lost in a %s leaves the outcome unknown, and the container settles it',
    async (kind) => {
      const steps = stepsOf(house, { text: `A ${kind}` })
      const step = await steps.readyToSend()
      house.fake.inject(publishing, { kind })
      expect((await failureOf(threads.commit(step, steps.io(step)))).kind).toBe('unknown_outcome')
      const ours = house.fake.posts.filter(({ text }) => text === `A ${kind}`)
      const expected = ours[0] ? { outcome: 'published', remoteId: ours[0].id } : { outcome: 'repeat' }
      expect(await steps.settle(step)).toMatchObject(expected)
    },
  )
})

test('a restriction that is also told of posts that go public is settled by the container', async () => {
  const restricted = refused({ code: 4, error_subcode: 2207051 })
  const steps = stepsOf(house, { text: 'Restricted' })
  house.fake.inject(creating, restricted)
  expect((await failureOf(threads.prepare(steps.step, steps.io()))).kind).toBe('account_blocked')
  const step = await steps.readyToSend()
  house.fake.inject(publishing, restricted)
  const answer = await threads.commit(step, steps.io(step))
  expect(answer).toEqual({ outcome: 'accepted', ref: 'refused', againInMs: 0 })
  expect(await steps.settle(step, { ref: 'refused' })).toMatchObject({ outcome: 'pending' })
  const after = { ref: 'refused', firstSentAt: new Date(Date.now() - 61_000) }
  expect(await steps.settle(step, after)).toMatchObject({
    outcome: 'rejected',
    failure: { kind: 'account_blocked', platformCode: '2207051' },
  })
  await threads.commit(step, steps.io(step))
  const ours = house.fake.posts.find(({ text }) => text === 'Restricted')
  expect(await steps.settle(step, after)).toMatchObject({ outcome: 'published', remoteId: ours?.id })
})

test('a limit says how long it lasts', async () => {
  const steps = stepsOf(house, { text: 'Hello' })
  const step = await steps.readyToSend()
  const usage = { '17': [{ estimated_time_to_regain_access: 7 }] }
  const limited = refused({ code: 80_006 })
  const headers = { ...limited.headers, 'x-business-use-case-usage': JSON.stringify(usage) }
  house.fake.inject(publishing, { ...limited, headers })
  expect((await failureOf(threads.commit(step, steps.io(step)))).retryAfterMs).toBe(7 * 60_000)
})
