import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publishing } from './fake.ts'
import { failureOf, layOut, publish } from './steps.ts'
import { openHouse, refused, type WordPressHouse } from './world.ts'

let house: WordPressHouse
beforeEach(async () => {
  house = await openHouse(undefined, { floodMs: 0 })
})
afterEach(() => house.close())

const setStatus = (status: string) => {
  for (const post of house.fake.world.posts) post.status = status
}

describe('the draft tells what became of a commit', () => {
  test.each([
    ['publish', 'published'],
    ['private', 'published'],
    ['draft', 'repeat'],
    ['future', 'pending'],
    ['pending', 'pending'],
    ['trash', 'not_found'],
    ['in-the-hands-of-a-plugin', 'not_found'],
  ])('one that is %s: %s', async (status, outcome) => {
    const bench = await layOut(house)
    setStatus(status)
    expect((await bench.settle()).outcome).toBe(outcome)
  })

  test('one that is gone proves nothing', async () => {
    const bench = await layOut(house)
    house.fake.world.posts.splice(0)
    expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
    expect(await bench.settle()).toEqual({ outcome: 'not_found' })
  })

  test('an error of the site, or the end of access, is no outcome', async () => {
    const bench = await layOut(house)
    const id = house.fake.world.posts[0]?.id
    house.fake.inject(`GET /wp/v2/posts/${id}`, refused(500, 'db_error'))
    expect((await failureOf(bench.settle())).kind).toBe('unavailable')
    await house.world.revoke()
    expect((await failureOf(bench.settle())).kind).toBe('unauthorized')
  })

  test('a post that waits for somebody on the site is followed until it is public, less and less often', async () => {
    house.fake.world.holdsPosts = true
    const bench = await layOut(house)
    const sent = await bench.send()
    if (sent.outcome !== 'accepted') throw new Error('It was not accepted.')
    const step = { ...bench.step, ref: sent.ref }
    const { settle } = house.connector
    const first = await settle({ ...step, looks: 0 }, bench.io())
    const later = await settle({ ...step, looks: 50 }, bench.io())
    expect([first, later]).toEqual([
      { outcome: 'pending', againInMs: 30_000 },
      { outcome: 'pending', againInMs: 600_000 },
    ])
    setStatus('publish')
    expect(await settle(step, bench.io())).toMatchObject({ outcome: 'published', remoteId: sent.ref })
  })

  test('publishing again makes no other post', async () => {
    const bench = await layOut(house)
    house.fake.inject(publishing, { kind: 'lose_answer' })
    expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
    const settled = await bench.settle()
    const again = await bench.send()
    expect({ ...settled }).toEqual({ ...again })
    expect(house.fake.world.posts).toMatchObject([{ status: 'publish', published: 2, slug: 'a-day-at-sea' }])
  })
})

describe('a comment', () => {
  const quoted = 'Is it "quoted" — & <b>bold</b>?'

  test('is found by its letters, whatever the site makes of its quotes', async () => {
    const replyTo = await publish(house)
    const bench = await layOut(house, { text: quoted, part: 'first_comment', replyTo })
    house.fake.inject('POST /wp/v2/comments', { kind: 'lose_answer' })
    expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
    const { id } = house.fake.world.comments[0] ?? {}
    expect(await bench.settle()).toMatchObject({ outcome: 'published', remoteId: `comment-${id}` })
  })

  test('is never one that stood there before, nor somebody else’s', async () => {
    const replyTo = await publish(house)
    const first = await layOut(house, { text: 'Welcome', part: 'first_comment', replyTo })
    await first.send()
    const bench = await layOut(house, { text: 'Welcome', part: 'first_comment', replyTo })
    const post = Number(replyTo.remoteId)
    const stranger = { id: 900, post, author: 99, content: 'Welcome', status: 'approved' as const, madeAt: 0 }
    house.fake.world.comments.push(stranger)
    expect(await bench.settle()).toEqual({ outcome: 'not_found' })
  })

  test('is for a person to tell apart where there are two', async () => {
    const replyTo = await publish(house)
    const bench = await layOut(house, { text: 'Welcome', part: 'first_comment', replyTo })
    const post = Number(replyTo.remoteId)
    const [author] = house.fake.world.users
    for (const id of [901, 902])
      house.fake.world.comments.push({
        id,
        post,
        author: author?.id ?? 0,
        content: 'Welcome',
        status: 'approved',
        madeAt: 0,
      })
    expect((await bench.settle()).outcome).toBe('several')
  })
})
