import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Edit, PublishedPost } from '../../connector.ts'
import { communityChoices, deletePosts, editPosts, measurePosts } from '../powers.ts'
import { failureOf, pictures, publish } from './steps.ts'
import { answered, type LemmyHouse, openHouse, refused } from './world.ts'

let house: LemmyHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const io = () => house.io({ commit: null, media: new Map() })
const access = () => [house.account, house.credentials, io()] as const
const edit = (post: PublishedPost, text: string, more: Partial<Edit> = {}) =>
  editPosts.edit({ post, part: 'post', options: {}, changes: {}, text, ...more }, ...access())
const untitled = { options: { community: 'sailing' } }

describe('an edit', () => {
  test('changes the title that was the first line, and no other', async () => {
    const post = await publish(house, { text: 'Typpo\n\nWords', ...untitled })
    await edit(post, 'Typo\n\nMore words')
    expect(house.fake.world.posts[0]).toMatchObject({ name: 'Typo', body: 'More words' })
    const titled = await publish(house, { text: 'Words' })
    await edit(titled, 'First\nSecond')
    expect(house.fake.world.posts[1]).toMatchObject({ name: 'At sea', body: 'First\nSecond' })
    await edit(titled, '', { changes: { title: 'Ashore', nsfw: true } })
    expect(house.fake.world.posts[1]).toMatchObject({ name: 'Ashore', body: '', nsfw: true })
    expect((await failureOf(edit(post, `${'x'.repeat(201)}\nMore`))).kind).toBe('invalid')
  })

  test('leaves the pictures below the words, unless their owner took them out', async () => {
    const post = await publish(house, { text: 'Words', media: await pictures(house, 2) })
    const [shown] = house.fake.world.posts
    const { url } = shown ?? {}
    await edit(post, 'Other words')
    expect(shown?.url).toBe(url)
    expect(shown?.body).toMatch(/^Other words\n\n!\[.*\]\(.*\)$/)
    if (shown) shown.body = 'By hand'
    await edit(post, 'Last words')
    expect(shown?.body).toBe('Last words')
  })

  test('finds a post and a comment that are gone, on each release', async () => {
    for (const version of ['0.19.11', '1.0.0']) {
      await house.close()
      house = await openHouse(version)
      const post = await publish(house)
      const comment = await publish(house, { text: 'Below', part: 'thread', replyTo: post })
      expect(await edit(comment, 'Above', { part: 'thread' })).toBe('edited')
      await deletePosts.delete(comment, ...access())
      expect(await edit(comment, 'Too late', { part: 'thread' })).toBe('gone')
      const [first] = house.fake.world.posts
      if (first) first.isRemoved = true
      expect(await edit(post, 'Too late'), 'one that a moderator removed').toBe('gone')
      house.fake.world.posts.splice(0)
      expect(await edit(post, 'Too late')).toBe('gone')
    }
  })
})

describe('a deletion', () => {
  test('may be repeated, and believes no vague refusal', async () => {
    for (const version of ['0.19.11', '1.0.0']) {
      await house.close()
      house = await openHouse(version)
      const post = await publish(house)
      const comment = await publish(house, { text: 'Below', part: 'thread', replyTo: post })
      house.fake.inject('POST /api/v3/comment/delete', refused(400, 'couldnt_update_comment'))
      expect((await failureOf(deletePosts.delete(comment, ...access()))).kind).toBe('unavailable')
      for (const each of [comment, comment, post, post]) await deletePosts.delete(each, ...access())
      expect(await house.world.posts()).toEqual([])
    }
    house.fake.world.posts.splice(0)
    await deletePosts.delete({ remoteId: 'post/1000', url: '', reference: null }, ...access())
    const strange = { remoteId: 'post/1/../2', url: '', reference: null }
    expect((await failureOf(deletePosts.delete(strange, ...access()))).kind).toBe('invalid')
  })
})

describe('the figures', () => {
  test('are those of posts and comments, and null for one that is gone', async () => {
    for (const version of ['0.19.11', '1.0.0']) {
      await house.close()
      house = await openHouse(version)
      const post = await publish(house)
      const comment = await publish(house, { text: 'Below', part: 'thread', replyTo: post })
      const measure = () => measurePosts.measure([post, comment], ...access())
      expect(await measure()).toEqual([
        { likes: 1, comments: 1 },
        { likes: 1, comments: 0 },
      ])
      house.fake.world.posts.splice(0)
      expect(await measure()).toEqual([null, { likes: 1, comments: 0 }])
    }
  })
})

describe('the choices', () => {
  const list = (option: string, query = '') =>
    communityChoices.list({ option, query, account: house.account, credentials: house.credentials }, io())

  test('are the communities that the account follows, and those that a search finds', async () => {
    expect(await list('community')).toEqual([
      { value: 'sailing', label: 'All about sailing', detail: 'sailing' },
      {
        value: 'lighthouses@coast.example',
        label: 'All about lighthouses',
        detail: 'lighthouses@coast.example',
      },
    ])
    expect((await list('community', 'light')).map(({ value }) => value)).toEqual([
      'lighthouses@coast.example',
    ])
    expect((await list('community', 'notice')).map(({ value }) => value)).toEqual(['notices'])
    house.fake.world.sessions.clear()
    expect((await failureOf(list('community'))).kind, 'of a stranger').toBe('unauthorized')
  })

  test('are the same on Lemmy 1.0, which tells of followed communities in its own version of the API alone', async () => {
    const before = await list('community')
    await house.close()
    house = await openHouse('1.0.0')
    expect(await list('community')).toEqual(before)
    house.fake.inject('GET /api/v4/account', refused(401, 'incorrect_login'))
    expect((await failureOf(list('community'))).kind).toBe('unauthorized')
  })

  test('are nothing while a server gives no list', async () => {
    house.fake.inject('GET /api/v3/search', answered(200, { communities: null }))
    expect((await failureOf(list('community', 'light'))).kind).toBe('unavailable')
  })

  test('are the languages of the server by their codes', async () => {
    expect((await list('language')).map(({ value }) => value)).toEqual(['und', 'de', 'en', 'es'])
    expect(await list('language', 'deu')).toEqual([{ value: 'de', label: 'Deutsch', detail: 'de' }])
  })
})
