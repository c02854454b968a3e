import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PublishedPost } from '../../connector.ts'
import { editPosts } from '../edit.ts'
import { addPost } from './fake-posts.ts'
import { failureOf, makeFilm, publish } from './steps.ts'
import { answered, openHouse, type PageHouse } from './world.ts'

let house: PageHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const published = async (...given: [Parameters<typeof publish>[1], ...Parameters<typeof publish>[2][]]) => {
  const driven = await publish(house, given[0], given[1] ?? [])
  if (driven.outcome !== 'published') throw new Error('It was not published.')
  return driven.post
}
const edit = (post: PublishedPost, text: string, part: 'post' | 'first_comment' = 'post') =>
  editPosts.edit(
    { post, part, options: {}, text, changes: {} },
    house.account,
    house.credentials,
    house.connectIo,
  )
const at = (remoteId: string): PublishedPost => ({ remoteId, url: '', reference: null })
const texts = () => [
  ...house.fake.world.posts.map(({ text }) => text),
  ...[...house.fake.world.videos.values()].map(({ description }) => description),
]

test('a post, a reel and a comment get other words, each by the name that Facebook has for them', async () => {
  const post = await published({ text: 'Opne' })
  const options = { placement: 'reels' }
  const reel = await published({ text: 'A flim', options }, [makeFilm(house, options)])
  const comment = addPost(house.fake.world, { kind: 'comment', text: 'Frist', replyTo: post.remoteId })
  expect(await edit(post, 'Open')).toBe('edited')
  expect(await edit(reel, 'A film')).toBe('edited')
  expect(await edit(at(comment.id), 'First', 'first_comment')).toBe('edited')
  expect(texts()).toEqual(['Open', 'First', 'A film'])
})

test('a story has no words, and a permission may be lacking', () => {
  const { account } = house
  const about = { post: at('1'), part: 'post' as const, options: {} }
  expect(editPosts.refusal(about, account)).toBeNull()
  expect(String(editPosts.refusal({ ...about, options: { placement: 'story' } }, account))).toContain('story')
  const settings = { ...account.settings, granted: ['pages_read_engagement'] }
  expect(String(editPosts.refusal(about, { ...account, settings }))).toContain('pages_manage_posts')
  expect(String(editPosts.refusal({ ...about, part: 'first_comment' }, { ...account, settings }))).toContain(
    'pages_manage_engagement',
  )
})

test('a post that is gone is told, and one of another program is refused', async () => {
  expect(await edit(at('101_999'), 'Open')).toBe('gone')
  const foreign = addPost(house.fake.world, { kind: 'post', text: 'By hand', appId: null })
  expect((await failureOf(edit(at(foreign.id), 'Open'))).kind).toBe('forbidden')
  expect(texts()).toEqual(['By hand'])
})

test('never in word alone: an answer that says so is no edit', async () => {
  const post = await published({ text: 'Opne' })
  house.fake.inject(`POST /v25.0/${post.remoteId}`, answered(200, { success: false }))
  expect((await failureOf(edit(post, 'Open'))).kind).toBe('unavailable')
  expect(texts()).toEqual(['Opne'])
})
