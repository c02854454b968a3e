import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commenting, publishing } from './fake.ts'
import { failureOf, layOut, pictures, publish } from './steps.ts'
import { answered, type LemmyHouse, openHouse } from './world.ts'

let house: LemmyHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

/** A post whose answer is lost. */
async function sendUnheard(laid: Parameters<typeof layOut>[1] = {}, call = publishing) {
  const bench = await layOut(house, laid)
  house.fake.inject(call, { kind: 'lose_answer' })
  expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
  return bench
}

/** Others post in the community, or somebody posts by hand. */
function postByHand(count: number, more: object = {}) {
  const { posts } = house.fake.world
  const [like] = posts
  if (!like) throw new Error('There is no post to copy.')
  for (let made = 0; made < count; made++)
    posts.push({ ...like, id: 9_000 + posts.length, published: new Date().toISOString(), ...more })
}

describe('after a lost answer', () => {
  test('the post is found among those of everybody, however many came after it', async () => {
    const bench = await sendUnheard()
    postByHand(120, { creatorId: 3 })
    expect(await bench.settle()).toMatchObject({ outcome: 'published', remoteId: 'post/1000' })
  })

  test('one that its server dates before the send, for its clock is a little behind, is found', async () => {
    const bench = await sendUnheard()
    const [post] = house.fake.world.posts
    if (post) post.published = new Date(bench.step.firstSentAt.getTime() - 300).toISOString()
    expect(await bench.settle()).toMatchObject({ outcome: 'published' })
    if (post) post.published = new Date(bench.step.firstSentAt.getTime() - 3_000).toISOString()
    expect(await bench.settle()).toEqual({ outcome: 'not_found' })
  })

  test('one that its server cleaned of tracking is found too', async () => {
    await house.close()
    house = await openHouse('1.0.0')
    const url = 'https://harbour.example.org/tides?utm_source=crier'
    const text = 'See https://harbour.example.org/?utm_medium=social for more'
    const bench = await sendUnheard({ text, options: { title: 'Tides', community: 'sailing', url } })
    expect(house.fake.world.posts[0]).toMatchObject({ url: 'https://harbour.example.org/tides' })
    expect(house.fake.world.posts[0]?.body).not.toContain('utm_')
    expect(await bench.settle()).toMatchObject({ outcome: 'published' })
  })

  test('one for adults is found although the account hides such posts from itself', async () => {
    const options = { title: 'At sea', community: 'sailing', nsfw: true }
    expect(await (await sendUnheard({ options })).settle()).toMatchObject({ outcome: 'published' })
  })

  test('one with pictures and one without are told apart', async () => {
    const shown = await sendUnheard({ media: await pictures(house, 2) })
    const bare = await sendUnheard()
    expect(await shown.settle()).toMatchObject({ outcome: 'published', remoteId: 'post/1000' })
    expect(await bare.settle()).toMatchObject({ outcome: 'published', remoteId: 'post/1001' })
  })

  test('no post of another person, another community, title or link is taken for it', async () => {
    await publish(house)
    const bench = await layOut(house)
    house.fake.inject(publishing, { kind: 'drop' })
    await failureOf(bench.send())
    postByHand(1, { creatorId: 3 })
    postByHand(1, { communityId: 6 })
    postByHand(1, { name: 'Ashore' })
    postByHand(1, { body: 'Other words' })
    postByHand(1, { url: 'https://harbour.example.org/' })
    postByHand(1, { published: '2020-01-01T00:00:00Z' })
    expect(await bench.settle()).toEqual({ outcome: 'not_found' })
    postByHand(2)
    expect(await bench.settle()).toMatchObject({ outcome: 'several' })
  })

  test('a link to another page of the same address is no such post', async () => {
    const url = 'https://harbour.example.org/watch?v=tides'
    const options = { title: 'Tides', community: 'sailing', url }
    await publish(house, { options })
    const bench = await layOut(house, { options })
    house.fake.inject(publishing, { kind: 'drop' })
    await failureOf(bench.send())
    postByHand(1, { url: 'https://harbour.example.org/watch?v=winds' })
    expect(await bench.settle()).toEqual({ outcome: 'not_found' })
  })

  test('a comment is found by its words and its place', async () => {
    const root = await publish(house)
    const first = await publish(house, { text: 'Below', part: 'thread', replyTo: root })
    const again = await sendUnheard({ text: 'Below', part: 'thread', replyTo: root }, commenting)
    house.fake.world.comments.push({
      id: 99,
      creatorId: 2,
      postId: 1_000,
      path: '0.70.99',
      content: 'Below',
      isDeleted: false,
      published: new Date().toISOString(),
    })
    expect(await again.settle()).toMatchObject({
      outcome: 'published',
      remoteId: 'comment/71',
      url: `${house.fake.url}/comment/71`,
    })
    expect(first.remoteId).toBe('comment/70')
  })

  test('a comment is looked for in all pages, and in the one page that Lemmy 1.0 has', async () => {
    for (const [version, pages] of [
      ['0.19.11', 3],
      ['1.0.0', 2],
    ] as const) {
      await house.close()
      house = await openHouse(version)
      const root = await publish(house)
      const bench = await sendUnheard({ text: 'Below', part: 'thread', replyTo: root }, commenting)
      const { comments } = house.fake.world
      for (let id = 200; id < 320; id++)
        comments.push({ ...comments[0], id, creatorId: 3 } as (typeof comments)[number])
      const before = house.fake.calls.length
      expect((await bench.settle()).outcome).toBe(version === '1.0.0' ? 'not_found' : 'published')
      expect(house.fake.calls.length - before).toBe(pages)
    }
  })

  test('nothing is claimed while the list cannot be read', async () => {
    const bench = await sendUnheard()
    for (const answer of [answered(502, 'No'), answered(200, { posts: [{}] }), answered(200, {})]) {
      house.fake.inject('GET /api/v3/post/list', answer)
      expect((await failureOf(bench.settle())).kind).toBe('unavailable')
    }
  })
})
