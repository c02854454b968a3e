import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { plainText } from '../../../lib/web-page/plain-text.ts'
import { wordpress } from '../connector.ts'
import { splitContent, textBlocks, titleIn } from '../content.ts'
import { layOut, pictures, publish } from './steps.ts'
import { openHouse, type WordPressHouse } from './world.ts'

let house: WordPressHouse
beforeEach(async () => {
  house = await openHouse(wordpress, {}, 'editor')
})
afterEach(() => house.close())

const published = async (text: string, options: JsonObject, count = 0) => {
  await publish(house, { text, options, media: await pictures(house, count) })
  return house.fake.world.posts[0]
}

describe('the options of a post', () => {
  test('are said as WordPress names them', async () => {
    const options = {
      title: 'Boats & <b>oars</b>',
      excerpt: 'In < short',
      slug: 'All the boats',
      comment_status: 'closed',
      sticky: true,
    }
    expect(await published('Words', options)).toMatchObject({
      title: 'Boats &amp; &lt;b&gt;oars&lt;/b&gt;',
      excerpt: 'In &lt; short',
      slug: 'all-the-boats',
      commentStatus: 'closed',
      sticky: true,
    })
  })

  test('that are left out are not said, so that the site’s own settings hold', async () => {
    const { step } = await layOut(house)
    const [draft] = house.fake.calls.filter(({ name }) => name === 'POST /wp/v2/posts')
    expect(Object.keys(JSON.parse(String(draft?.body)) as object)).toEqual([
      'title',
      'content',
      'slug',
      'status',
    ])
    expect(JSON.parse(String(step.commit.body))).toEqual({ status: 'publish', slug: '' })
  })

  test('make a private post, or a page without a category', async () => {
    expect(await published('Among us', { visibility: 'private' })).toMatchObject({ status: 'private' })
    await publish(house, { text: 'About us', options: { type: 'page' } })
    expect(house.fake.world.posts[1]).toMatchObject({ type: 'page', status: 'publish', categories: [] })
  })

  test.each([
    ['none', 0, 2],
    ['first', 1, 2],
    ['first_only', 1, 1],
  ])('%s: a featured image, and the pictures in the text', async (featured_image, featured, inText) => {
    const post = await published('Pictures', { featured_image }, 2)
    const [first] = house.fake.world.media
    expect(post?.featuredMedia).toBe(featured === 0 ? 0 : first?.id)
    expect(post?.content.match(/<img /g)).toHaveLength(inText)
  })

  test('a second post of the same title gets an address of its own', async () => {
    const urls = [await publish(house), await publish(house)].map(({ url }) => url)
    expect(urls).toEqual([
      'https://harbour.example.org/a-day-at-sea/',
      'https://harbour.example.org/a-day-at-sea-2/',
    ])
  })
})

describe('the text', () => {
  const all = (text: string, format = 'plain') => textBlocks(text, format).join('\n\n')

  test('is read as it was written, with links to click', () => {
    const text =
      '<script>alert(1)</script> & "q" [gallery]\nsee https://example.org/?a=1&b=[2].\n\nend <!-- wp:x -->'
    expect(plainText(all(text)).trim()).toBe(text)
    expect(all(text)).toContain('<a href="https://example.org/?a=1&#38;b=&#91;2]">')
    expect(all(text)).not.toMatch(/<script|\[gallery|<!-- wp:x/)
  })

  test('of HTML is one block as it is', () => {
    expect(all('<h2>Boats</h2>', 'html')).toBe('<!-- wp:html -->\n<h2>Boats</h2>\n<!-- /wp:html -->')
    expect(all(' \n ', 'html')).toBe('')
    expect(all(' \n ')).toBe('')
  })

  test('is told from what follows it', () => {
    const rest = '<!-- wp:image {"id":1} -->\n<figure></figure>\n<!-- /wp:image -->'
    for (const format of ['plain', 'html'])
      expect(splitContent(`${all('One\n\nTwo', format)}\n\n${rest}`)?.rest).toBe(rest)
    expect(splitContent(all('One'))?.rest).toBe('')
    expect(splitContent('')).toEqual({ text: '', rest: '' })
    expect(splitContent(rest)).toEqual({ text: '', rest })
    expect(splitContent('<p>Written anew</p>')).toBeNull()
    expect(splitContent(`${all('One')}\n<p>by hand</p>`)).toBeNull()
    expect(splitContent('<!-- wp:paragraph --><p>without an end')).toEqual({
      text: '',
      rest: '<!-- wp:paragraph --><p>without an end',
    })
  })

  test('gives the title: its first line, cut after a word', () => {
    expect(titleIn('\n\n  Boats \t and oars \nmore')).toBe('Boats and oars')
    expect(titleIn('word '.repeat(60))).toMatch(/^(word ){19}word…$|^(word ){18}word…$/)
    expect(titleIn('')).toBe('')
  })
})
