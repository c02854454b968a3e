import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asObject, type JsonObject } from '../../../lib/json/json.ts'
import { publishingOf } from './fake.ts'
import { instagramRefusal } from './fake-world.ts'
import { mustPublish, pictures, publish, videos } from './steps.ts'
import { containerOf, type InstagramHouse, openHouse } from './world.ts'

let house: InstagramHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

/** The container of the last post, without the addresses of its files. */
function sentFields(): JsonObject {
  const { container } = house.fake.world.posts.at(-1) ?? {}
  const { image_url: _image, video_url: _video, cover_url: _cover, ...rest } = container?.fields ?? {}
  return rest
}

describe('a post becomes', () => {
  test('a picture with its tags, in the middle unless a place was chosen', async () => {
    const options = { user_tags: ['@ada', { username: 'bob', x: 0.1, y: 0.9 }], collaborators: ['@eve'] }
    await mustPublish(house, { media: await pictures(1), options })
    const tags = [
      { username: 'ada', x: 0.5, y: 0.5 },
      { username: 'bob', x: 0.1, y: 0.9 },
    ]
    expect(sentFields()).toMatchObject({ caption: 'Hello', user_tags: tags, collaborators: ['eve'] })
  })

  test('a reel among the posts, or among the reels alone', async () => {
    const options = { video_cover_timestamp_ms: 1_500, user_tags: ['ada'] }
    await mustPublish(house, { media: await videos(1), options })
    expect(sentFields()).toEqual({
      media_type: 'REELS',
      share_to_feed: true,
      thumb_offset: '1500',
      caption: 'Hello',
      user_tags: [{ username: 'ada' }],
    })
    await mustPublish(house, { text: '', media: await videos(1), options: { placement: 'reels' } })
    expect(sentFields()).toEqual({ media_type: 'REELS', share_to_feed: false })
  })

  test('a reel whose cover picture wins over the moment', async () => {
    const [cover] = await pictures(1)
    if (!cover) throw new Error('There is no picture.')
    const post = await mustPublish(house, {
      media: await videos(1),
      options: { video_cover_timestamp_ms: 5 },
      cover,
    })
    expect(sentFields()).not.toHaveProperty('thumb_offset')
    expect(containerOf(house.fake.world, post.remoteId)?.cover?.bytes).toEqual(Buffer.from(cover.bytes))
  })

  test('a trial reel', async () => {
    await mustPublish(house, {
      media: await videos(1),
      options: { is_trial_reel: true, trial_graduation: 'SS_PERFORMANCE' },
    })
    expect(sentFields()).toMatchObject({ trial_params: { graduation_strategy: 'SS_PERFORMANCE' } })
  })

  test('a story, of a picture or a video, without words', async () => {
    const options = { placement: 'story', user_tags: ['ada'] }
    await mustPublish(house, { media: await pictures(1), options })
    expect(sentFields()).toEqual({ media_type: 'STORIES', user_tags: [{ username: 'ada', x: 0.5, y: 0.5 }] })
    const post = await mustPublish(house, { media: await videos(1), options })
    expect(sentFields()).toEqual({ media_type: 'STORIES', user_tags: [{ username: 'ada' }] })
    expect(post.url).toContain('/stories/')
  })

  test('a carousel of pictures and videos', async () => {
    const media = [...(await pictures(1)), ...(await videos(1))]
    await mustPublish(house, { media, options: { user_tags: ['ada'] } })
    const { children } = house.fake.world.posts.at(-1)?.container ?? { children: [] }
    expect(children.map((child) => asObject(child.fields)?.media_type ?? 'IMAGE')).toEqual(['IMAGE', 'VIDEO'])
    expect(children.map((child) => child.fields.user_tags !== undefined)).toEqual([true, false])
    expect(sentFields()).toEqual({
      media_type: 'CAROUSEL',
      children: children.map(({ id }) => id),
      caption: 'Hello',
    })
  })
})

test('a story whose answer was lost is found among the stories', async () => {
  house.fake.inject(publishingOf(house.account.externalId), { kind: 'lose_answer' })
  const post = await mustPublish(house, { media: await pictures(1), options: { placement: 'story' } })
  expect(house.fake.world.posts.map(({ id }) => id)).toEqual([post.remoteId])
})

test('a comment whose answer was lost is found below its post, and not sent again', async () => {
  const below = await mustPublish(house, { media: await pictures(1) })
  const path = `POST /v25.0/${below.remoteId}/comments`
  house.fake.inject(path, { kind: 'lose_answer' })
  const comment = await mustPublish(house, { text: 'First', below })
  expect(house.fake.world.comments.map(({ id }) => id)).toEqual([comment.remoteId])
  house.fake.inject(path, { kind: 'drop' })
  expect(await publish(house, { text: 'Second', below })).toMatchObject({ outcome: 'asked', sends: 1 })
})

test('an account without posts left for today waits before anything is made', async () => {
  house.fake.world.quota = 0
  const driven = await publish(house, { media: await pictures(1) })
  expect(driven).toMatchObject({
    outcome: 'failed',
    failure: { kind: 'rate_limited', retryAfterMs: 3_600_000 },
    sends: 0,
  })
  expect(house.fake.world.containers.size).toBe(0)
})

test('a file that Instagram cannot read is refused for good, one that it could not fetch is not', async () => {
  const [video] = await videos(1)
  if (!video) throw new Error('There is no video.')
  const broken = { draft: video.draft, bytes: Buffer.from('no film at all') }
  expect(await publish(house, { media: [broken] })).toMatchObject({
    outcome: 'failed',
    failure: { kind: 'invalid', platformCode: '2207026' },
  })
  const { status, json } = instagramRefusal(9_004, 2_207_052, 'Not fetched').answer
  const headers = { 'content-type': 'application/json' }
  const answer = { kind: 'answer', status, body: JSON.stringify(json), headers } as const
  house.fake.inject(`POST /v25.0/${house.account.externalId}/media`, answer)
  expect(await publish(house, { media: await pictures(1) })).toMatchObject({
    failure: { kind: 'unavailable' },
  })
})
