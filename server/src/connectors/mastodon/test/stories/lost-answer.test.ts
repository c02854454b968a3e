import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { until } from '../../../../../test/stories/until.ts'
import { type FakeMastodon, list, post } from '../fake.ts'
import { page } from '../steps.ts'
import { tooMany, variantNames } from '../world.ts'
import { type Joined, type MastodonHouse, openMastodonHouse } from './house.ts'

// Servers whose release is known to lock a key from the arrival of a request, and all others.
const locking = ['mastodon-2026', 'mastodon-fixed'] as const
const others = ['mastodon-old', 'pixelfed', 'gotosocial', 'hollo', 'snac'] as const
const ended = ['posted', 'needs_review', 'failed', 'partial']
const sends = (fake: FakeMastodon) => fake.calls.filter(({ name }) => name === post).length

describe.concurrent('an answer that is lost', () => {
  let house: MastodonHouse
  beforeAll(async () => {
    house = await openMastodonHouse()
  })
  afterAll(() => house?.stop())

  async function publish({ id, fake }: Joined, caption: string): Promise<{ id: string; ended: string }> {
    const picture = fake.variant.isGallery
      ? [await house.upload('a.png', await plainPicture(40, 40, '#c0c'), 'image/png')]
      : []
    const created = await house.post({ caption, social_accounts: [id], media: picture })
    return { id: created.id, ended: await house.settled(created.id, ended) }
  }

  it.each(variantNames)('after %s had made the post leaves that one post, sent once', async (variant) => {
    for (const kind of ['lose_answer', 'fail_after'] as const) {
      const person = await house.join({ variant })
      person.fake.inject(post, { kind })
      const created = await publish(person, 'Was it heard?')
      expect(created.ended).toBe('posted')
      expect(person.fake.posts).toHaveLength(1)
      expect(sends(person.fake)).toBe(1)
      const [result] = await house.results(created.id)
      expect(result?.platform_data?.id).toBe(person.fake.posts[0]?.id)
    }
  })

  it.each(locking)(
    'before %s heard of the post is sent again under its key, and leaves one',
    async (variant) => {
      const person = await house.join({ variant })
      person.fake.inject(post, { kind: 'drop' })
      expect((await publish(person, 'Was it heard?')).ended).toBe('posted')
      expect(person.fake.posts).toHaveLength(1)
      expect(sends(person.fake)).toBe(2)
      const keys = person.fake.calls.flatMap(({ name, headers }) =>
        name === post ? [headers['idempotency-key']] : [],
      )
      expect(new Set(keys).size).toBe(1)
    },
  )

  it.each(others)(
    'before %s heard of the post is a question: nobody knows that it locks keys',
    async (variant) => {
      const person = await house.join({ variant })
      person.fake.inject(post, { kind: 'drop' })
      const created = await publish(person, 'Was it heard?')
      expect(created.ended).toBe('needs_review')
      expect(sends(person.fake)).toBe(1)
      expect(person.fake.posts).toEqual([])
      const [result] = await house.results(created.id)
      expect(result?.review).toMatchObject({ reason: 'answer_lost' })
      const body = { outcome: 'not_published' }
      const resolved = await house.request('POST', `/v1/post-results/${result?.id}/resolve`, { body })
      expect(resolved.status).toBe(200)
      expect(await house.settled(created.id, ['posted', 'failed'])).toBe('posted')
      expect(person.fake.posts).toHaveLength(1)
    },
  )

  // Longer than answer, quarantine and first look together, and longer than all looks.
  const stillAtWorkMs = 4_000
  const longerThanLooksMs = 7_000

  it.each(locking)(
    'of %s that is still at work when it is looked for ends as one post, without a question',
    async (variant) => {
      const person = await house.join({ variant })
      person.fake.workSlowly(stillAtWorkMs)
      expect((await publish(person, 'A slow link')).ended).toBe('posted')
      await pause(2 * stillAtWorkMs)
      expect(person.fake.posts).toHaveLength(1)
      expect(sends(person.fake)).toBeGreaterThan(1)
    },
  )

  it.each(others)(
    'of %s that is still at work when the question is asked is never sent again',
    async (variant) => {
      const person = await house.join({ variant })
      person.fake.workSlowly(longerThanLooksMs)
      expect((await publish(person, 'A slow link')).ended).toBe('needs_review')
      await pause(longerThanLooksMs)
      expect(person.fake.posts).toHaveLength(1)
      expect(sends(person.fake)).toBe(1)
    },
  )

  it('of a Mastodon that forgets its keys is a question with the address of each copy, although it answered 200', async () => {
    const person = await house.join({ variant: 'mastodon-fixed' })
    person.fake.inject(post, { kind: 'lose_answer' })
    // The mark taken before the send, then the first look after it.
    person.fake.inject(list, emptyList)
    person.fake.inject(list, emptyList)
    const publishing = publish(person, 'Twice')
    await until(
      async () => person.fake.posts.length,
      (count) => count === 1,
    )
    person.fake.forgetKeys()
    const created = await publishing
    expect(created.ended).toBe('needs_review')
    expect(sends(person.fake)).toBe(2)
    const [result] = await house.results(created.id)
    const found = person.fake.posts.map(({ id }) => ({ id, url: expect.stringContaining(id) }))
    expect(found).toHaveLength(2)
    expect(result?.review).toMatchObject({ reason: 'duplicate_seen', found: expect.arrayContaining(found) })
    const body = { outcome: 'published', url: result?.review?.found[0]?.url }
    await house.request('POST', `/v1/post-results/${result?.id}/resolve`, { body })
    expect(await house.status(created.id)).toBe('posted')
  })

  it('of a Mastodon that became an older one since is a question', async () => {
    const person = await house.join({ variant: 'mastodon-fixed' })
    person.fake.become('mastodon-old')
    person.fake.inject(post, { kind: 'drop' })
    expect((await publish(person, 'Was it heard?')).ended).toBe('needs_review')
    expect(sends(person.fake)).toBe(1)
  })

  it('of a Mastodon that fails on repetitions, with a list that misses it at first, leaves one post', async () => {
    const person = await house.join({ variant: 'mastodon-2026' })
    person.fake.inject(post, { kind: 'lose_answer' })
    // The mark taken before the send, then the first look after it.
    person.fake.inject(list, emptyList)
    person.fake.inject(list, emptyList)
    expect((await publish(person, 'Stale')).ended).toBe('posted')
    expect(person.fake.posts).toHaveLength(1)
    expect(sends(person.fake)).toBe(2)
  })

  it.each(variantNames)('of %s is not guessed at while its list cannot be read', async (variant) => {
    const person = await house.join({ variant })
    person.fake.inject(list, emptyList)
    person.fake.inject(post, { kind: 'lose_answer' })
    for (const fault of [page(502), { kind: 'drop' as const }, { ...emptyList, body: '' }])
      person.fake.inject(list, fault)
    expect((await publish(person, 'Who knows')).ended).toBe('posted')
    expect(person.fake.posts).toHaveLength(1)
    expect(sends(person.fake)).toBe(1)
  })

  it('is looked for once for two posts with the same words at the same time, and neither is lost', async () => {
    const person = await house.join({ variant: 'mastodon-fixed' })
    person.fake.inject(post, { kind: 'drop' })
    const created = await Promise.all([publish(person, 'Twins'), publish(person, 'Twins')])
    expect(created.map((each) => each.ended)).toEqual(['posted', 'posted'])
    expect(person.fake.posts).toHaveLength(2)
    const results = await Promise.all(created.map(({ id }) => house.results(id)))
    expect(new Set(results.flat().map((result) => result.platform_data?.id)).size).toBe(2)
  })

  it('goes on with the thread once it is found', async () => {
    const person = await house.join({ variant: 'gotosocial' })
    person.fake.inject(post, { kind: 'lose_answer' })
    const created = await house.post({
      caption: 'One',
      social_accounts: [person.id],
      platform_configurations: { mastodon: { thread: [{ caption: 'Two' }] } },
    })
    expect(await house.settled(created.id, ended)).toBe('posted')
    expect(person.fake.posts.map(({ source }) => source)).toEqual(['One', 'Two'])
  })

  it('is none when the server says to wait: it is waited for, until its time', async () => {
    const person = await house.join({ variant: 'mastodon-fixed' })
    person.fake.inject(post, tooMany(2))
    const startedAt = Date.now()
    expect((await publish(person, 'Patience')).ended).toBe('posted')
    expect(Date.now() - startedAt).toBeGreaterThan(1_500)
    expect(person.fake.posts).toHaveLength(1)
  })
})

const emptyList = {
  kind: 'answer' as const,
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '[]',
}
