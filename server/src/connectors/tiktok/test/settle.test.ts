import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CommitStep } from '../../connector.ts'
import { calls } from './fake.ts'
import { type Bench, failureOf, layOut } from './steps.ts'
import { answered, openHouse, refused, type TikTokHouse } from './world.ts'

let house: TikTokHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

/** Sends the commit, whose answer gets lost. */
async function lose(bench: Bench, step: CommitStep, name: string = calls.last): Promise<void> {
  house.fake.inject(name, { kind: 'lose_answer' })
  expect((await failureOf(bench.send(step))).kind).toBe('unknown_outcome')
}

const longAgo = () => new Date(Date.now() - 20 * 60_000)

describe('a lost answer to the last chunk', () => {
  test('is found by the id that the post was begun with, in all its digits', async () => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    await lose(bench, step)
    const postId = house.fake.publications[0]?.postId
    expect(Number(postId)).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
    expect(await bench.settle(step)).toMatchObject({
      outcome: 'published',
      remoteId: postId,
      url: `https://www.tiktok.com/@harbour.co/video/${postId}`,
      omitted: [],
    })
  })

  test('that never arrived lets the same chunk be sent again, and it makes one post', async () => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    house.fake.inject(calls.last, { kind: 'drop' })
    await failureOf(bench.send(step))
    expect(await bench.settle(step)).toEqual({ outcome: 'repeat' })
    expect(await bench.send({ ...step, sends: 2 })).toMatchObject({ outcome: 'accepted' })
    // The first one arrives after all.
    expect((await failureOf(bench.send({ ...step, sends: 3 }))).kind).toBe('unknown_outcome')
    expect(await bench.settle(step)).toMatchObject({ outcome: 'published' })
    expect(house.fake.publications).toHaveLength(1)
  })

  test('of an upload that ended meanwhile is for a person to judge', async () => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    house.fake.inject(calls.last, { kind: 'drop' })
    await failureOf(bench.send(step))
    house.fake.uploads.expireAll()
    expect((await failureOf(bench.send({ ...step, sends: 2 }))).kind).toBe('unknown_outcome')
    house.fake.inject(calls.status, uploading(7))
    expect(await bench.settle(step)).toEqual({ outcome: 'not_found' })
  })

  test('waits while TikTok has all bytes or is at work', async () => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    house.fake.inject(calls.status, uploading(300_000))
    expect(await bench.settle(step)).toEqual({ outcome: 'pending', againInMs: 5_000 })
    house.fake.state.isSlow = true
    await lose(bench, step)
    expect(await bench.settle({ ...step, looks: 2 })).toEqual({ outcome: 'pending', againInMs: 20_000 })
    expect(await bench.settle({ ...step, looks: 90 })).toEqual({ outcome: 'pending', againInMs: 60_000 })
  })

  test.each([
    ['internal', 'absent'],
    ['video_pull_failed', 'absent'],
    ['frame_rate_check_failed', 'rejected'],
  ])('of a video that failed with %s is %s', async (reason, outcome) => {
    house.fake.state.failReason = reason
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    await lose(bench, step)
    expect(await bench.settle(step)).toMatchObject({ outcome })
  })
})

describe('a video whose id is forgotten', () => {
  test('is looked for among the public ones, and another one is not taken for it', async () => {
    const bench = await layOut(house)
    const step = await bench.readyToSend()
    await lose(bench, step)
    house.fake.state.isForgetful = true
    // Times are whole seconds: one of this second proves nothing.
    expect(await bench.settle({ ...step, firstSentAt: new Date(Date.now() + 900) })).toEqual({
      outcome: 'not_found',
    })
    const earlier = { ...step, firstSentAt: new Date(Date.now() - 2_000) }
    const [first] = house.fake.publications
    expect(await bench.settle(earlier)).toMatchObject({ outcome: 'published', remoteId: first?.postId })
    const twin = await layOut(house)
    await twin.accepted()
    expect(await bench.settle(earlier)).toMatchObject({ outcome: 'several' })
    const draft = { ...step.draft, text: 'Another day' }
    expect(await bench.settle({ ...earlier, draft })).toEqual({ outcome: 'not_found' })
  })

  test.each([
    [{ privacy_status: 'private' }, 'A day at sea'],
    [{ draft: true }, 'A day at sea'],
    [{}, ' '],
  ])('is not looked for with the options %j and the text %j', async (options, text) => {
    const bench = await layOut(house, { options, text })
    const step = await bench.readyToSend()
    await lose(bench, step)
    house.fake.state.isForgetful = true
    expect(await bench.settle(step)).toEqual({ outcome: 'not_found' })
    expect(house.fake.calls.filter(({ name }) => name === calls.list)).toEqual([])
  })
})

test('a lost answer to photos is for a person: nothing is certain to show them, and they are not sent again', async () => {
  const bench = await layOut(house, {}, { photos: 2 })
  const step = await bench.readyToSend()
  await lose(bench, step, calls.photos)
  expect(await bench.settle(step)).toEqual({ outcome: 'not_found' })
  expect(house.connector.networkClass(house.account, step.draft).class).toBe('blind')
})

describe('an accepted post', () => {
  test('of photos has the address of photos', async () => {
    const bench = await layOut(house, {}, { photos: 3 })
    const step = await bench.accepted()
    const [post] = house.fake.publications
    expect(post?.files).toHaveLength(3)
    expect(await bench.settle(step)).toMatchObject({
      outcome: 'published',
      remoteId: post?.postId,
      url: `https://www.tiktok.com/@harbour.co/photo/${post?.postId}`,
    })
  })

  test('waits for the id of a public post, and no longer than patience lasts', async () => {
    house.fake.state.isModerated = false
    const bench = await layOut(house)
    const step = await bench.accepted()
    expect(await bench.settle(step)).toMatchObject({ outcome: 'pending' })
    expect(await bench.settle({ ...step, firstSentAt: longAgo() })).toMatchObject({
      outcome: 'published',
      remoteId: step.ref,
      url: 'https://www.tiktok.com/@harbour.co',
      omitted: [{ code: 'address_unknown' }],
    })
  })

  test('that others cannot see has no id to wait for', async () => {
    for (const privacy of ['private', 'friends']) {
      const bench = await layOut(house, { options: { privacy_status: privacy } })
      const step = await bench.accepted()
      expect(await bench.settle(step)).toMatchObject({
        outcome: 'published',
        remoteId: step.ref,
        omitted: [],
      })
    }
  })

  test('as a draft says that a person must finish it in the app', async () => {
    for (const photos of [0, 2]) {
      const bench = await layOut(house, { options: { draft: true } }, { photos })
      expect(await bench.settle(await bench.accepted())).toMatchObject({
        outcome: 'published',
        omitted: [{ code: 'finish_in_app', detail: expect.stringContaining('not posted yet') }],
      })
    }
    expect(house.fake.publications.map(({ status }) => status)).toEqual([
      'SEND_TO_USER_INBOX',
      'SEND_TO_USER_INBOX',
    ])
    // Nobody asks how an account may post for a draft.
    expect(house.fake.calls.filter(({ name }) => name === calls.creator)).toEqual([])
  })

  test.each([
    ['file_format_check_failed', 'invalid'],
    ['duration_check_failed', 'invalid'],
    ['frame_rate_check_failed', 'invalid'],
    ['picture_size_check_failed', 'invalid'],
    ['internal', 'unavailable'],
    ['video_pull_failed', 'unavailable'],
    ['photo_pull_failed', 'unavailable'],
    ['publish_cancelled', 'invalid'],
    ['auth_removed', 'unauthorized'],
    ['spam_risk', 'invalid'],
    ['spam_risk_text', 'invalid'],
    ['spam_risk_too_many_posts', 'invalid'],
    ['spam_risk_user_banned_from_posting', 'account_blocked'],
    ['spam_risk_of_a_new_kind', 'invalid'],
    ['constructor', 'invalid'],
  ])('that failed with %s is rejected as %s', async (reason, kind) => {
    house.fake.state.failReason = reason
    const bench = await layOut(house)
    const settled = await bench.settle(await bench.accepted())
    expect(settled).toMatchObject({ outcome: 'rejected', failure: { kind, platformCode: reason } })
  })

  test('of photos that cannot be fetched is rejected', async () => {
    const bench = await layOut(house, {}, { photos: 1 })
    const step = await bench.readyToSend()
    const commit = { ...step.commit, body: String(step.commit.body).replace(/fetch\/[^"]+/, 'fetch/nothing') }
    const committed = await house.connector.commit({ ...step, commit }, bench.io({ ...step, commit }))
    const ref = committed.outcome === 'accepted' ? committed.ref : null
    expect(await bench.settle({ ...step, ref })).toMatchObject({
      outcome: 'rejected',
      failure: { kind: 'unavailable', platformCode: 'photo_pull_failed' },
    })
  })

  test('says which interactions the account has switched off', async () => {
    Object.assign(house.fake.state.creator, {
      commentDisabled: true,
      duetDisabled: true,
      stitchDisabled: true,
    })
    const options = { allow_comment: true, allow_duet: true, allow_stitch: true }
    const film = await layOut(house, { options })
    const settled = await film.settle(await film.accepted())
    expect(settled).toMatchObject({
      omitted: [{ code: 'comments_off' }, { code: 'duets_off' }, { code: 'stitches_off' }],
    })
    const photos = await layOut(house, { options }, { photos: 1 })
    expect(await photos.settle(await photos.accepted())).toMatchObject({
      omitted: [{ code: 'comments_off' }],
    })
    const silent = await layOut(house)
    expect(await silent.settle(await silent.accepted())).toMatchObject({ omitted: [] })
  })

  test('is not declared public while TikTok cannot be asked', async () => {
    const bench = await layOut(house)
    const step = await bench.accepted()
    for (const [answer, kind] of [
      [refused(500, 'internal_error'), 'unavailable'],
      [answered(200, { data: { status: 'PUBLISH_COMPLETE' } }), 'unavailable'],
      [refused(429, 'rate_limit_exceeded'), 'rate_limited'],
    ] as const) {
      house.fake.inject(calls.status, answer)
      expect((await failureOf(bench.settle(step))).kind).toBe(kind)
    }
  })

  test('whose status is a word of tomorrow is waited for', async () => {
    const bench = await layOut(house)
    const step = await bench.accepted()
    house.fake.inject(calls.status, answered(200, { data: { status: 'NEW' }, error: { code: 'ok' } }))
    expect(await bench.settle(step)).toMatchObject({ outcome: 'pending' })
  })
})

function uploading(bytes: number) {
  const data = { status: 'PROCESSING_UPLOAD', uploaded_bytes: bytes }
  return answered(200, { data, error: { code: 'ok', message: '' } })
}
