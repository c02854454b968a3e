import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Edit, PublishedPost } from '../../connector.ts'
import { ownChoices } from '../members.ts'
import { deletePosts, editPosts, measurePosts } from '../powers.ts'
import { addTeam } from './fake-world.ts'
import { failureOf, pictures, publish } from './steps.ts'
import { answered, type HashnodeHouse, openHouse, picturesIn, refused } from './world.ts'

let house: HashnodeHouse
beforeEach(async () => {
  house = await openHouse(
    undefined,
    (world) => void addTeam(world, 'Bakery', { harbour: 'EDITOR', bakery: 'OWNER' }),
    'Bakery',
  )
})
afterEach(() => house.close())

const io = () => house.io({ commit: null, media: new Map() })
const article = () => {
  const [first] = house.fake.world.posts
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
    const shown = picturesIn(article().markdown)
    article().markdown += '\n\nBy hand'
    expect(await edit(post, 'With none\n\nmore')).toBe('edited')
    expect(article().markdown).toMatch(/^With none\n\nmore\n\n<!-- crier:/)
    expect(article().markdown.endsWith('\n\nBy hand')).toBe(true)
    expect([article().title, picturesIn(article().markdown)]).toEqual(['With none', shown])
    const { markdown, title, slug } = article()
    await edit(post, 'With none\n\nmore')
    expect(article(), 'the same again').toMatchObject({ markdown, title, slug: 'wih-a-typo' })
    expect(slug).toBe('wih-a-typo')
  })

  test('changes the options that it is given, and no title by hand', async () => {
    const post = await publish(house, {
      text: '# Typpo\n\nWords',
      options: { tags: ['sea'], subtitle: 'Old' },
    })
    await edit(post, '# Typo\n\nWords')
    expect(article()).toMatchObject({ title: 'Typo', tags: ['sea'], subtitle: 'Old' })
    article().title = 'By hand'
    await edit(post, 'Other words')
    expect(article().title).toBe('By hand')
    const changes = {
      title: 'Chosen',
      subtitle: 'New',
      tags: [],
      meta_title: 'Found',
      meta_description: 'Short',
    }
    await edit(post, '# Other\n\nwords', { changes })
    expect(article()).toMatchObject({ title: 'Chosen', subtitle: 'New', tags: [] })
    expect(article()).toMatchObject({ metaTitle: 'Found', metaDescription: 'Short' })
    expect(article().markdown).toMatch(/^# Other\n\nwords/)
  })

  test('is refused where the article was rewritten, and says that one is gone', async () => {
    const post = await publish(house)
    const { markdown } = article()
    article().markdown = 'Rewritten'
    expect((await failureOf(edit(post, 'New'))).kind).toBe('forbidden')
    expect(article().markdown).toBe('Rewritten')
    Object.assign(article(), { markdown, isActive: false })
    expect(await edit(post, 'New'), 'a removed one, which is shown all the same').toBe('gone')
    house.fake.inject('Post', answered(200, { data: { post: null } }))
    expect(await edit(post, 'New')).toBe('gone')
    house.fake.world.posts.splice(0)
    expect(await edit(post, 'New')).toBe('gone')
  })
})

test('deleting removes an article, also twice, and not that of another author', async () => {
  const post = await publish(house)
  const remove = () => deletePosts.delete(post, house.account, house.credentials, io())
  const { author } = article()
  Object.assign(article(), { author: house.fake.world.people[1] })
  expect((await failureOf(remove())).message).toContain('Only the author or an admin can remove this post.')
  expect(article().isActive).toBe(true)
  Object.assign(article(), { author })
  await remove()
  await remove()
  expect(article().isActive).toBe(false)
})

test('figures are those of each article, and null for one that is nowhere', async () => {
  const post = await publish(house)
  const measure = () => measurePosts.measure([post], house.account, house.credentials, io())
  Object.assign(article(), { views: 30, reactions: 3, responses: 1 })
  expect(await measure()).toEqual([{ views: 30, likes: 3, comments: 1 }])
  const odd = { id: post.remoteId, views: null, reactionCount: -1, responseCount: 1.5 }
  house.fake.inject('Figures', answered(200, { data: { post: odd } }))
  expect(await measure()).toEqual([{}])
  house.fake.world.posts.splice(0)
  expect(await measure()).toEqual([null])
  house.fake.inject('Figures', refused('INTERNAL_SERVER_ERROR'))
  expect((await failureOf(measure())).kind).toBe('unavailable')
})

test('series and the members of a team are offered, by the words that a person types', async () => {
  const { account, credentials } = house
  const list = (option: string, query = '') => ownChoices.list({ option, query, account, credentials }, io())
  const [harbour, bakery] = house.fake.world.people
  const series = house.fake.world.publications.find(({ title }) => title === 'Bakery')?.series[0]
  expect(await list('series_id')).toEqual([{ value: series?.id, label: 'Bread', detail: null }])
  expect(await list('series_id', 'boats')).toEqual([])
  expect(await list('publish_as')).toEqual([
    { value: harbour?.id, label: 'The harbour', detail: '@harbour' },
    { value: bakery?.id, label: 'The bakery', detail: '@bakery' },
  ])
  expect(await list('co_authors', ' @BAK')).toMatchObject([{ value: bakery?.id }])
})
