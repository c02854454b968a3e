import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Edit, PublishedPost } from '../../connector.ts'
import { deletePosts, editPosts, measurePosts } from '../powers.ts'
import { storeArticle } from './fake-world.ts'
import { failureOf, pictures, publish } from './steps.ts'
import { type ForemHouse, openHouse, picturesIn } from './world.ts'

let house: ForemHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const io = () => house.io({ commit: null, media: new Map() })
const article = () => {
  const [first] = house.fake.world.articles
  if (!first) throw new Error('There is no article.')
  return first
}
const edit = (post: PublishedPost, text: string, more: Partial<Edit> = {}) =>
  editPosts.edit(
    { post, part: 'post', options: {}, changes: {}, text, ...more },
    house.account,
    house.credentials,
    io(),
  )

describe('an edit', () => {
  test('changes the words, and leaves pictures and what somebody added', async () => {
    const post = await publish(house, { text: 'Wih a typo', media: await pictures(house, 2) })
    const shown = picturesIn(article().body)
    article().body += '\n\nBy hand'
    expect(await edit(post, 'With none\n\nmore')).toBe('edited')
    expect(article().body).toMatch(/^With none\n\nmore\n\n<!-- crier:/)
    expect(article().body.endsWith('\n\nBy hand')).toBe(true)
    expect([article().title, picturesIn(article().body)]).toEqual(['With none', shown])
    const { body, title } = article()
    await edit(post, 'With none\n\nmore')
    expect(article(), 'the same again').toMatchObject({ body, title, isPublished: true })
  })

  test('changes a title that was the first line or a heading, and no other', async () => {
    const post = await publish(house, { text: '# Typpo\n\nWords' })
    await edit(post, '# Typo\n\nWords')
    expect(article()).toMatchObject({ title: 'Typo', body: expect.stringMatching(/^Words\n\n<!--/) })
    article().title = 'By hand'
    await edit(post, 'Other words')
    expect(article().title).toBe('By hand')
    const changes = { title: 'Chosen', description: 'Short', tags: ['sea'] }
    await edit(post, '# Other\n\nwords', { changes })
    expect(article()).toMatchObject({ title: 'Chosen', description: 'Short', tags: ['sea'] })
    expect(article().body).toMatch(/^# Other\n\nwords/)
    await edit(post, 'Again', { options: { title: 'Chosen', tags: ['sea'] } })
    expect(article()).toMatchObject({ title: 'Chosen', tags: ['sea'] })
  })

  test('is refused where the article was rewritten, and says that one is gone', async () => {
    const post = await publish(house)
    article().body = 'Rewritten'
    expect((await failureOf(edit(post, 'New'))).kind).toBe('forbidden')
    expect(article().body).toBe('Rewritten')
    article().isPublished = false
    expect(await edit(post, 'New')).toBe('gone')
    const odd = { remoteId: '../users/me', url: '', reference: null }
    expect((await failureOf(edit(odd, 'New'))).kind).toBe('invalid')
  })
})

test('deleting makes an article a draft again, also twice, and one that is gone stays so', async () => {
  const post = await publish(house)
  const remove = () => deletePosts.delete(post, house.account, house.credentials, io())
  await remove()
  await remove()
  expect(house.fake.world.articles).toMatchObject([{ isPublished: false }])
  house.fake.world.articles.splice(0)
  await remove()
})

test('figures are the owner’s for the newest articles, everybody’s for older ones, and null for one that is gone', async () => {
  const { world } = house.fake
  const [user] = world.users
  const post = await publish(house)
  const measure = () => measurePosts.measure([post], house.account, house.credentials, io())
  Object.assign(article(), { views: 30, reactions: 3, comments: 1 })
  expect(await measure()).toEqual([{ views: 30, likes: 3, comments: 1 }])
  article().publishedAt = new Date(0)
  for (let index = 0; index < 20 && user; index++) {
    const given = { title: `${index}`, body_markdown: '', published: true, ai_disclosure_level: 'no_ai' }
    storeArticle(world, user, given, null)
  }
  expect(await measure()).toEqual([{ likes: 3, comments: 1 }])
  article().isPublished = false
  expect(await measure()).toEqual([null])
})
