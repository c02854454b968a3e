import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PublishedPost } from '../../connector.ts'
import { powerOf } from '../../of-platform.ts'
import { facebook } from '../connector.ts'
import { deletePosts, measurePosts } from '../powers.ts'
import { addPost } from './fake-posts.ts'
import { failureOf, makeFilm, publish } from './steps.ts'
import { answered, openHouse, type PageHouse } from './world.ts'

let house: PageHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const published = async (draft: Parameters<typeof publish>[1], media: Parameters<typeof publish>[2] = []) => {
  const driven = await publish(house, draft, media)
  if (driven.outcome !== 'published') throw new Error('It was not published.')
  return driven.post
}
const remove = (post: PublishedPost) =>
  deletePosts.delete(post, house.account, house.credentials, house.connectIo)
const measure = (...posts: PublishedPost[]) =>
  measurePosts.measure(posts, house.account, house.credentials, house.connectIo)
const at = (remoteId: string): PublishedPost => ({ remoteId, url: '', reference: null })

describe('a post is deleted', () => {
  test('with its photos or its video, and once more without an error', async () => {
    const post = await published({ text: 'Hello' })
    const options = { placement: 'reels' }
    const reel = await published({ options }, [makeFilm(house, options)])
    for (const each of [post, reel, post]) await remove(each)
    expect(house.fake.world.posts).toEqual([])
    expect(house.fake.world.videos.size).toBe(0)
  })

  test('never in word alone: a story that Facebook does not delete is still there', async () => {
    const story = addPost(house.fake.world, { kind: 'story' })
    expect((await failureOf(remove(at(story.id)))).kind).toBe('forbidden')
  })

  test('only while the access is good', async () => {
    const post = await published({ text: 'Hello' })
    house.fake.revoke()
    expect((await failureOf(remove(post))).kind).toBe('unauthorized')
  })
})

describe('figures', () => {
  const counts = { likes: 12, comments: 4, shares: 3 }

  test('are those of the post, of a reel those of its post, and none of a post that is gone', async () => {
    const post = await published({ text: 'Hello' })
    const options = { placement: 'reels' }
    const reel = await published({ options }, [makeFilm(house, options)])
    const [ofPost, ofReel, ofNothing] = await measure(post, reel, at('101_1'))
    // The fake has no clicks, which this version of the API calls otherwise: the others are asked one by one.
    expect(ofPost).toEqual({ ...counts, views: 120, reach: 80 })
    expect(ofReel).toMatchObject(counts)
    expect(ofNothing).toBeNull()
  })

  test('are fewer without the permission to read insights', async () => {
    const post = await published({ text: 'Hello' })
    const account = { ...house.account, settings: { granted: [] } }
    const figures = measurePosts.measure([post], account, house.credentials, house.connectIo)
    expect(await figures).toEqual([counts])
  })

  test('that Facebook cannot tell now are a failure, not noughts', async () => {
    const post = await published({ text: 'Hello' })
    house.fake.inject(`GET /v25.0/${post.remoteId}/insights`, answered(500, {}))
    expect((await failureOf(measure(post))).kind).toBe('unavailable')
  })
})

test('the version of the API is the operator’s', () => {
  expect(powerOf(facebook, 'api_version')?.inUse({ api_version: 'v24.0' })).toEqual({
    version: 'v24.0',
    endsOn: '2028-02-18',
  })
})
