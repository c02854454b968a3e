import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Edit, PublishedPost } from '../../connector.ts'
import { deletePosts, editPosts, measurePosts } from '../powers.ts'
import { termChoices } from '../terms.ts'
import { failureOf, layOut, pictures, publish } from './steps.ts'
import { openHouse, refused, textIn, type WordPressHouse } from './world.ts'

let house: WordPressHouse
beforeEach(async () => {
  house = await openHouse(undefined, { floodMs: 0 }, 'editor')
})
afterEach(() => house.close())

const io = () => house.io({ commit: null, media: new Map() })
const post = () => house.fake.world.posts[0]

const edit = (published: PublishedPost, text: string, more: Partial<Edit> = {}) =>
  editPosts.edit(
    { post: published, part: 'post', options: {}, changes: {}, text, ...more },
    house.account,
    house.credentials,
    io(),
  )

describe('an edit', () => {
  test('changes the paragraphs, and leaves files and what somebody added', async () => {
    const published = await publish(house, { text: 'One\n\nTwo', media: await pictures(house, 2) })
    const files = post()?.content.slice(post()?.content.indexOf('<!-- wp:image')) ?? ''
    const added = '\n\n<!-- wp:quote -->\n<blockquote>by hand</blockquote>\n<!-- /wp:quote -->'
    Object.assign(post() ?? {}, { content: `${post()?.content}${added}` })
    expect(await edit(published, 'Three & four')).toBe('edited')
    expect(post()?.content).toMatch(/^<!-- wp:paragraph -->\n<p>Three &#38; four<\/p>/)
    expect(post()?.content).toContain(files)
    expect(post()?.content.endsWith(added.trim())).toBe(true)
  })

  test('changes a title that was the first line, and no other', async () => {
    const published = await publish(house, { text: 'Wih a & typo\nmore' })
    await edit(published, 'With a & typo\nmore')
    expect(post()?.title).toBe('With a &amp; typo')
    Object.assign(post() ?? {}, { title: 'By hand' })
    await edit(published, 'Another line')
    expect(post()?.title).toBe('By hand')
    await edit(published, 'Again', { changes: { title: 'Chosen <now>', excerpt: 'Short' } })
    expect(post()).toMatchObject({ title: 'Chosen &lt;now&gt;', excerpt: 'Short', slug: 'wih-a-typo' })
  })

  test('keeps the title that was chosen, also where it is the first line', async () => {
    const options = { title: 'Boats' }
    const published = await publish(house, { text: 'Boats\nmore', options })
    await edit(published, 'Ships\nmore', { options })
    expect(post()?.title).toBe('Boats')
  })

  test('of HTML sets HTML', async () => {
    const options: JsonObject = { format: 'html', title: 'Boats' }
    const published = await publish(house, { text: '<p>one</p>', options })
    await edit(published, '<p>two</p>', { options })
    expect(post()?.content).toBe('<!-- wp:html -->\n<p>two</p>\n<!-- /wp:html -->')
  })

  test('of a post that was rewritten on the site is refused; one that is gone is gone', async () => {
    const published = await publish(house)
    Object.assign(post() ?? {}, { content: '<p>Rewritten</p>' })
    expect(await failureOf(edit(published, 'New'))).toMatchObject({ kind: 'forbidden' })
    expect(post()?.content).toBe('<p>Rewritten</p>')
    Object.assign(post() ?? {}, { status: 'trash' })
    expect(await edit(published, 'New')).toBe('gone')
    house.fake.world.posts.splice(0)
    expect(await edit(published, 'New')).toBe('gone')
  })

  test('changes a comment, a page, and nothing that is no number', async () => {
    const replyTo = await publish(house, {
      options: { type: 'page', title: 'About', comment_status: 'open' },
    })
    const bench = await layOut(house, { text: 'Wih', part: 'first_comment', replyTo })
    const comment = await bench.send()
    if (comment.outcome !== 'published') throw new Error('It was not published.')
    expect(await edit(comment, 'With <b>', { part: 'first_comment' })).toBe('edited')
    expect(house.fake.world.comments).toMatchObject([{ content: 'With &#60;b>'.replace('>', '&#62;') }])
    expect(await edit(replyTo, 'All about us', { options: { title: 'About' } })).toBe('edited')
    expect(textIn(post()?.content ?? '')).toBe('All about us')
    await deletePosts.delete(comment, house.account, house.credentials, io())
    expect(await edit(comment, 'Late', { part: 'first_comment' })).toBe('gone')
    const odd = { remoteId: '../users/1', url: '', reference: null }
    expect((await failureOf(edit(odd, 'Words'))).kind).toBe('invalid')
  })
})

describe('deleting', () => {
  const remove = (published: PublishedPost) =>
    deletePosts.delete(published, house.account, house.credentials, io())

  test('puts a post into the trash, and deletes it for good where there is none', async () => {
    const published = await publish(house)
    await remove(published)
    expect(post()?.status).toBe('trash')
    await remove(published)
    house.fake.world.hasTrash = false
    const other = await publish(house, { text: 'Other' })
    await remove(other)
    expect(house.fake.world.posts).toHaveLength(1)
    await remove(other)
  })

  test('says why the site does not do it', async () => {
    const published = await publish(house)
    house.fake.inject(`DELETE /wp/v2/posts/${published.remoteId}`, refused(403, 'rest_cannot_delete'))
    expect((await failureOf(remove(published))).kind).toBe('forbidden')
  })
})

describe('figures', () => {
  const measure = (posts: readonly PublishedPost[]) =>
    measurePosts.measure(posts, house.account, house.credentials, io())

  test('are the comments that everybody sees, of posts that everybody sees', async () => {
    const published = await publish(house)
    await house.world.engage?.(published.remoteId)
    const [held] = house.fake.world.comments
    if (held) held.status = 'hold'
    const comment = { remoteId: 'comment-9002', url: '', reference: null }
    expect(await measure([published, comment])).toEqual([{ comments: 1 }, {}])
    Object.assign(post() ?? {}, { status: 'trash' })
    expect(await measure([published])).toEqual([null])
  })
})

describe('choices', () => {
  const list = (option: string, query: string) =>
    termChoices.list({ option, query, account: house.account, credentials: house.credentials }, io())

  test('are the names of categories and tags, as people read them', async () => {
    house.fake.world.tags.push({ id: 5, name: 'R&amp;D', slug: 'rd' })
    const choice = (name: string) => ({ value: name, label: name, detail: null })
    expect(await list('categories', '')).toEqual([choice('Uncategorized'), choice('Boats & Café')])
    expect(await list('categories', 'boats & c')).toEqual([choice('Boats & Café')])
    expect(await list('tags', 'r&d')).toEqual([choice('R&D')])
  })
})
