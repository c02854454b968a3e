import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeDraft, makePictures } from '../../conformance/pictures.ts'
import { type CommitStep, Failure, type FailureKind, type Step } from '../../connector.ts'
import { limits } from '../check.ts'
import { instagram } from '../connector.ts'
import { answered, type InstagramHouse, openHouse, publishing, refused } from './world.ts'

let house: InstagramHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const page = (status: number) => ({ ...answered(status, {}), body: `<h1>${status}</h1>` })
const subcode = (code: number, error_subcode: number, more = {}) =>
  refused(400, { code, error_subcode, ...more })

// Each row: the answer to the publish call, and its meaning.
const meanings: readonly [ReturnType<typeof answered>, FailureKind][] = [
  [refused(400, { code: 190, error_subcode: 463 }), 'unauthorized'],
  [refused(401, { code: 190 }), 'unauthorized'],
  [refused(400, { code: 102 }), 'unauthorized'],
  [refused(403, { code: 10 }), 'forbidden'],
  [refused(403, { code: 200 }), 'forbidden'],
  [refused(400, { code: 101 }), 'app_unusable'],
  [refused(400, { code: 2635 }), 'app_unusable'],
  [refused(400, { code: 4 }), 'rate_limited'],
  [refused(403, { code: 80_002 }), 'rate_limited'],
  [refused(429, { code: 80_002 }), 'rate_limited'],
  [page(429), 'rate_limited'],
  [subcode(9, 2_207_042), 'rate_limited'],
  [subcode(25, 2_207_050), 'account_blocked'],
  [refused(400, { code: 368 }), 'account_blocked'],
  [subcode(1, 2_207_057), 'invalid'],
  [subcode(100, 2_207_023), 'invalid'],
  [subcode(100, 2_207_028), 'invalid'],
  [subcode(100, 2_207_035), 'invalid'],
  [subcode(100, 2_207_036), 'invalid'],
  [subcode(100, 2_207_037), 'invalid'],
  [subcode(100, 2_207_040), 'invalid'],
  [subcode(352, 2_207_026), 'invalid'],
  [subcode(36_000, 2_207_004), 'invalid'],
  [subcode(36_001, 2_207_005), 'invalid'],
  [subcode(36_003, 2_207_009), 'invalid'],
  [subcode(36_004, 2_207_010), 'invalid'],
  [subcode(100, 2_207_081), 'invalid'],
  [refused(400, { code: 100 }), 'invalid'],
  // The container knows what became of these.
  [subcode(-2, 2_207_003), 'unknown_outcome'],
  [subcode(-2, 2_207_020), 'unknown_outcome'],
  [subcode(-1, 2_207_001), 'unknown_outcome'],
  [subcode(-1, 2_207_032), 'unknown_outcome'],
  [subcode(-1, 2_207_053), 'unknown_outcome'],
  [subcode(24, 2_207_006), 'unknown_outcome'],
  [subcode(24, 2_207_008), 'unknown_outcome'],
  [subcode(9_007, 2_207_027), 'unknown_outcome'],
  [subcode(9_004, 2_207_052), 'unknown_outcome'],
  [subcode(-1, 2_207_077), 'unknown_outcome'],
  [subcode(-1, 2_207_082), 'unknown_outcome'],
  [subcode(25, 2_207_050, { is_transient: true }), 'unknown_outcome'],
  [refused(400, { code: 506 }), 'unknown_outcome'],
  [refused(400, { code: 1 }), 'unknown_outcome'],
  [refused(500, { code: 2 }), 'unknown_outcome'],
  [refused(404, { code: 803 }), 'unknown_outcome'],
  [refused(503, { code: 190 }), 'unknown_outcome'],
  [page(400), 'unknown_outcome'],
  [page(401), 'unknown_outcome'],
  [page(409), 'unknown_outcome'],
  [page(413), 'unknown_outcome'],
  [page(502), 'unknown_outcome'],
  [answered(200, {}), 'unknown_outcome'],
  [answered(200, { id: 7 }), 'unknown_outcome'],
  [answered(302, {}), 'unknown_outcome'],
]

test('each answer to the publish call has its meaning, and none makes another call', async () => {
  const step = await readyToSend()
  for (const [answer, kind] of meanings) {
    const sent = house.fake.facebook.calls.length
    house.fake.facebook.inject(publishing, answer)
    const failure = await failureOf(send(step))
    expect(failure.kind, `${answer.status} ${answer.body}`).toBe(kind)
    expect(house.fake.facebook.calls).toHaveLength(sent + 1)
  }
  expect(house.fake.world.posts).toEqual([])
})

test('a connection that ends leaves the outcome unknown', async () => {
  const step = await readyToSend()
  for (const kind of ['drop', 'reset', 'lose_answer', 'fail_after'] as const) {
    house.fake.facebook.inject(publishing, { kind })
    expect((await failureOf(send(step))).kind, kind).toBe('unknown_outcome')
  }
  expect(house.fake.world.posts).toHaveLength(1)
})

test('a restriction that is also told of posts that go public is settled by the container, and never by another send', async () => {
  const [hidden, shown] = [await readyToSend(), await readyToSend()]
  const restricted = subcode(4, 2_207_051)
  house.fake.facebook.inject(publishing, restricted)
  expect(await send(hidden)).toEqual({ outcome: 'accepted', ref: 'refused', againInMs: 0 })
  const refused = { ...hidden, ref: 'refused' }
  expect(await instagram.settle(refused, ioOf(hidden))).toMatchObject({ outcome: 'pending' })
  const firstSentAt = new Date(Date.now() - 61_000)
  expect(await instagram.settle({ ...refused, firstSentAt }, ioOf(hidden))).toMatchObject({
    outcome: 'rejected',
    failure: { kind: 'account_blocked', platformCode: '2207051' },
  })
  await send(shown)
  const [post] = house.fake.world.posts
  const found = await instagram.settle({ ...shown, ref: 'refused', firstSentAt }, ioOf(shown))
  expect(found).toMatchObject({ outcome: 'published', remoteId: post?.id })
  expect(house.fake.world.posts).toHaveLength(1)
})

test('the same restriction of a comment leaves the outcome unknown, because no container can be asked', async () => {
  const step = await readyToSend()
  await send(step)
  const post = { remoteId: house.fake.world.posts[0]?.id ?? '', url: 'https://example.org', reference: null }
  const replyTo = { root: post, parent: post }
  const comment: Step = { ...step, part: 'first_comment', draft: describeDraft({ text: 'First' }), replyTo }
  const prepared = await instagram.prepare({ ...comment, artefacts: {} }, ioOf(step))
  const { artefacts } = prepared
  const commit = instagram.compose({ ...comment, artefacts })
  house.fake.facebook.inject(`POST /v25.0/${post.remoteId}/comments`, subcode(4, 2_207_051))
  const failure = await failureOf(send({ ...step, ...comment, artefacts, commit }))
  expect(failure.kind).toBe('unknown_outcome')
})

test('a container that was published already is refused, and told by its state', async () => {
  const step = await readyToSend()
  await send(step)
  const again = { ...step, sends: 2 }
  expect((await failureOf(send(again))).kind).toBe('unknown_outcome')
  const settled = await instagram.settle(again, ioOf(step))
  expect(settled).toMatchObject({ outcome: 'published', remoteId: house.fake.world.posts[0]?.id })
})

describe('without an answer', () => {
  test('a finished container is published again, an expired or broken one proves that nothing is public', async () => {
    const step = await readyToSend()
    const [container] = house.fake.world.containers.values()
    if (!container) throw new Error('There is no container.')
    expect(await instagram.settle(step, ioOf(step))).toEqual({ outcome: 'repeat' })
    container.error = 'Error: Media upload has failed with error code 2207032'
    expect(await instagram.settle(step, ioOf(step))).toEqual({ outcome: 'absent' })
    container.error = 'Error: Media upload has failed with error code 2207026'
    expect(await instagram.settle(step, ioOf(step))).toMatchObject({
      outcome: 'rejected',
      failure: { kind: 'invalid', platformCode: '2207026' },
    })
    container.isExpired = true
    expect(await instagram.settle(step, ioOf(step))).toEqual({ outcome: 'absent' })
    house.fake.world.containers.clear()
    expect(await instagram.settle(step, ioOf(step))).toEqual({ outcome: 'not_found' })
  })

  test('two posts of the same words that came meanwhile are for a person to tell apart', async () => {
    const step = await readyToSend()
    await send(step)
    const [post] = house.fake.world.posts
    if (!post) throw new Error('There is no post.')
    house.fake.world.posts.push({ ...post, id: 'of-another-app' })
    const settled = await instagram.settle(step, ioOf(step))
    expect(settled).toMatchObject({ outcome: 'several' })
  })
})

test('a post whose address cannot be read is published all the same, at its profile', async () => {
  const step = { ...(await readyToSend()), ref: '17899999999999999' }
  expect(await instagram.settle(step, ioOf(step))).toMatchObject({ outcome: 'pending' })
  expect(await instagram.settle({ ...step, looks: 5 }, ioOf(step))).toMatchObject({
    outcome: 'published',
    remoteId: '17899999999999999',
    url: 'https://www.instagram.com/harbour/',
  })
})

let media: Map<string, Uint8Array>

async function readyToSend(): Promise<CommitStep> {
  const [picture] = await makePictures(1, limits(null))
  if (!picture) throw new Error('There is no picture.')
  media = new Map([[picture.draft.id, picture.bytes]])
  const step: Step = {
    key: randomBytes(16).toString('hex'),
    resultId: 'a-result',
    account: house.account,
    part: 'post',
    draft: describeDraft({ text: 'Hello', media: [picture.draft] }),
    dueAt: new Date(),
    artefacts: {},
    replyTo: null,
  }
  const io = house.io({ commit: null, media })
  let prepared = await instagram.prepare(step, io)
  while (prepared.outcome === 'pending') {
    prepared = await instagram.prepare({ ...step, artefacts: prepared.artefacts }, io)
  }
  const { artefacts } = prepared
  const commit = instagram.compose({ ...step, artefacts })
  return { ...step, artefacts, commit, firstSentAt: new Date(), sends: 1, ref: null, looks: 0 }
}

function ioOf({ commit }: CommitStep) {
  return house.io({ commit, media })
}

function send(step: CommitStep): Promise<unknown> {
  return instagram.commit(step, ioOf(step))
}

async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  const error: unknown = await doing.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error instanceof Failure) return error
  throw new Error('It did not fail.', { cause: error })
}
