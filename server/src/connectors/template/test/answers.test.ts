import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { describeDraft } from '../../conformance/pictures.ts'
import { type CommitStep, Failure, type Step } from '../../connector.ts'
import { perch } from '../connector.ts'
import { publishing } from './fake.ts'
import { answered, openHouse, type PerchHouse } from './world.ts'

let house: PerchHouse
afterEach(() => house?.close())

const refused = (status: number, code: string) => answered(status, { error: { code, message: 'No' } })
const page = (status: number) => ({ ...answered(status, {}), body: `<h1>${status}</h1>` })

// Each row: the answer to the commit, and its meaning.
const meanings: readonly [ReturnType<typeof answered>, Failure['kind']][] = [
  [refused(401, 'token_invalid'), 'unauthorized'],
  [refused(403, 'not_allowed'), 'forbidden'],
  [refused(422, 'text_too_long'), 'invalid'],
  [refused(422, 'media_not_found'), 'invalid'],
  [refused(422, 'reply_to_not_found'), 'invalid'],
  [refused(429, 'rate_limited'), 'rate_limited'],
  [page(429), 'rate_limited'],
  // Evidence that the post may stand there already.
  [refused(422, 'media_used'), 'unknown_outcome'],
  // Everything that is not on the list proves nothing.
  [refused(422, 'something_new'), 'unknown_outcome'],
  [refused(409, 'conflict'), 'unknown_outcome'],
  [refused(500, 'internal'), 'unknown_outcome'],
  [refused(503, 'unavailable'), 'unknown_outcome'],
  [page(401), 'unknown_outcome'],
  [page(403), 'unknown_outcome'],
  [page(422), 'unknown_outcome'],
  [page(502), 'unknown_outcome'],
  [answered(200, { id: 'p1' }), 'unknown_outcome'],
  [answered(201, {}), 'unknown_outcome'],
  [answered(201, { id: 7 }), 'unknown_outcome'],
]

test.each(meanings)('an answer of %j to the commit means %s', async (answer, kind) => {
  house = await openHouse()
  const step = await readyToSend()
  house.fake.inject(publishing, answer)
  expect((await failureOf(send(step))).kind).toBe(kind)
  expect(house.fake.posts).toEqual([])
  expect(house.fake.calls.filter(({ name }) => name === publishing)).toHaveLength(1)
})

test.each(['drop', 'reset', 'lose_answer', 'fail_after'] as const)(
  'a connection that ends in %s leaves the outcome unknown',
  async (kind) => {
    house = await openHouse()
    const step = await readyToSend()
    house.fake.inject(publishing, { kind })
    expect((await failureOf(send(step))).kind).toBe('unknown_outcome')
  },
)

async function readyToSend(): Promise<CommitStep> {
  const step: Step = {
    key: randomBytes(16).toString('hex'),
    resultId: 'a-result',
    account: house.account,
    part: 'post',
    draft: describeDraft({ text: 'Hello' }),
    dueAt: new Date(),
    artefacts: {},
    replyTo: null,
  }
  const { artefacts } = await perch.prepare(step, house.io({ commit: null, media: new Map() }))
  const commit = perch.compose({ ...step, artefacts })
  return { ...step, artefacts, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
}

function send(step: CommitStep): Promise<unknown> {
  return perch.commit(step, house.io({ commit: step.commit, media: new Map() }))
}

async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error: unknown = await doing.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error instanceof Failure) return error
  throw new Error('It did not fail.', { cause: error })
}
