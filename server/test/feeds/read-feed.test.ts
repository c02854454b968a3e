import { describe, expect, test } from 'vitest'
import type { FeedDocument } from '../../src/lib/feed-reading/feed-document.ts'
import { readFeed } from '../../src/lib/feed-reading/read-feed.ts'
import * as files from './feed-files.ts'

const at = 'https://site.example/feed'
function read(text: string | Uint8Array, type?: string): FeedDocument {
  const found = readFeed(typeof text === 'string' ? Buffer.from(text) : text, type, at)
  if (found.kind !== 'feed') throw new Error(`It was read as ${found.kind}.`)
  return found.feed
}
const first = (text: string | Uint8Array, type?: string) => read(text, type).items[0]

describe('reads what is written by', () => {
  test('WordPress', () => {
    const feed = read(files.wordpress)
    expect(feed).toMatchObject({
      format: 'rss',
      title: 'Harbour News',
      siteUrl: 'https://news.example/',
      ttlMinutes: 60,
    })
    expect(feed.items.map(({ title }) => title)).toEqual(['Fish & chips are back – from Friday', 'Old news'])
    expect(feed.items[0]).toMatchObject({
      link: 'https://news.example/2026/03/fish-and-chips/',
      summary: expect.stringMatching(
        /^The fryer is mended\. Come hungry … \[…\] The post Fish & chips appeared/,
      ),
      author: 'Anna Petersen',
      categories: ['Food & Drink', 'harbour'],
      publishedAt: '2026-03-02T07:30:00.000Z',
      pictureUrl: 'https://news.example/wp-content/fryer.jpg',
      pictureAlt: 'A fryer',
    })
  })

  test('Ghost', () => {
    expect(read(files.ghost)).toMatchObject({ title: 'Nets & Knots', ttlMinutes: 60 })
    expect(first(files.ghost)).toMatchObject({
      title: 'A knot a day',
      author: 'Bo',
      summary: 'Why we tie.',
      pictureUrl: 'https://nets.example/content/images/knot.jpg',
    })
  })

  test('Medium, whose links change', () => {
    const item = first(files.medium)
    expect(item).toMatchObject({
      title: 'On lighthouses',
      summary: 'They blink.',
      pictureUrl: 'https://cdn.example/1*x.jpeg',
    })
    const later = first(files.medium.replaceAll('source=rss-1234------2', 'source=rss-99'))
    expect([later?.identity, later?.linkIdentity]).toEqual([item?.identity, item?.linkIdentity])
  })

  test('YouTube', () => {
    expect(read(files.youtube)).toMatchObject({ format: 'atom', title: 'Harbour TV' })
    expect(first(files.youtube)).toMatchObject({
      title: 'Storm over the pier',
      link: 'https://video.example/watch?v=dQw4',
      summary: 'Waves of six metres. Filmed from the crane.',
      author: 'Harbour TV',
      publishedAt: '2026-03-05T06:00:00.000Z',
      pictureUrl: 'https://i.video.example/vi/dQw4/hqdefault.jpg',
    })
  })

  test('Substack', () => {
    expect(first(files.substack)).toMatchObject({
      title: 'Spring tide',
      pictureUrl: 'https://cdn.example/tide.jpeg',
    })
  })

  test('releases of code, without the portrait of their author', () => {
    expect(first(files.releases)).toMatchObject({
      title: 'v2.0.0',
      author: 'emil',
      summary: 'Changes Lifts <b> tags',
      link: 'https://code.example/harbour/crane/releases/tag/v2.0.0',
      publishedAt: '2026-03-07T12:00:00.000Z',
      pictureUrl: null,
    })
  })

  test('a podcast, whose item has the address of its sound', () => {
    expect(read(files.podcast)).toMatchObject({ title: 'Gulls', siteUrl: 'https://gulls.example/' })
    expect(first(files.podcast)).toMatchObject({
      title: 'Episode 7: Chips',
      link: 'https://cdn.example/7.mp3?token=1',
      summary: 'They steal.',
      author: 'Finn',
      publishedAt: '2026-03-07T23:00:00.000Z',
      pictureUrl: 'https://gulls.example/7.jpg',
      categories: [],
    })
  })

  test('RSS 1.0 in Latin-1', () => {
    expect(read(files.rdf)).toMatchObject({ format: 'rss1', title: 'Die Möwe' })
    expect(first(files.rdf)).toMatchObject({
      title: 'Größe zählt',
      summary: 'Grüße',
      author: 'Jörg',
      categories: ['Vögel'],
      publishedAt: '2026-03-08T08:00:00.000Z',
    })
  })

  test('Atom with XHTML, plain text and relative addresses', () => {
    expect(read(files.xhtml)).toMatchObject({ siteUrl: 'https://site.example/' })
    expect(first(files.xhtml)).toMatchObject({
      title: '1 < 2 & 3',
      link: 'https://site.example/one',
      summary: 'One word and another',
      categories: ['Big Boats'],
      pictureUrl: 'https://site.example/one.png',
    })
  })

  test('JSON Feed', () => {
    expect(read(files.jsonFeed)).toMatchObject({ format: 'json', title: 'Buoys' })
    expect(first(files.jsonFeed)).toMatchObject({
      title: 'Red & green',
      summary: 'Port & starboard',
      author: 'Gerd',
      categories: ['buoys', 'law of the sea'],
      pictureUrl: 'https://buoys.example/42.jpg',
    })
  })
})

test('finds the feeds that a page names, and tells a page from anything else', () => {
  expect(readFeed(Buffer.from(files.page), 'text/html', 'https://news.example/about')).toEqual({
    kind: 'page',
    feeds: [
      { url: 'https://news.example/feed.xml', title: 'News » Feed' },
      { url: 'https://news.example/comments/feed/', title: 'Comments' },
    ],
  })
  for (const text of [
    '',
    'hello',
    '{"items": []}',
    '[]',
    '{"version": 1',
    '<svg></svg>',
    '\0\0\0',
    '<'.repeat(50),
  ])
    expect(readFeed(Buffer.from(text), undefined, at).kind).toBe('other')
})

describe('knows an item again', () => {
  const identity = (item: files.PlainItem) => first(files.plainFeed([item]))?.identity

  test('by its id, whatever else of it changes', () => {
    const id = identity({ id: '7', title: 'A', link: 'https://a.example/1' })
    expect(identity({ id: ' 7 ', title: 'B', link: 'https://a.example/2', at: new Date() })).toBe(id)
    expect(identity({ id: '8', title: 'A', link: 'https://a.example/1' })).not.toBe(id)
  })

  test('by its link where it has no id, without the parameters of the way to it', () => {
    const link = identity({ title: 'A', link: 'https://www.a.example/1/?id=3&amp;utm_source=rss#top' })
    expect(identity({ title: 'B', link: 'http://a.example/1?id=3&amp;fbclid=9' })).toBe(link)
    expect(identity({ title: 'A', link: 'https://a.example/1?id=4' })).not.toBe(link)
  })

  test('by its words where it has neither', () => {
    expect(identity({ title: 'A' })).toBe(identity({ title: 'A' }))
    expect(identity({ title: 'A' })).not.toBe(identity({ title: 'B' }))
  })

  test('and says nothing of a link that several items share', () => {
    const shared = [1, 2, 3].map((n) => ({ id: String(n), title: `T${n}`, link: 'https://a.example/all' }))
    expect(read(files.plainFeed(shared)).items.map(({ linkIdentity }) => linkIdentity)).toEqual([
      null,
      null,
      null,
    ])
    const ofSite = read(files.plainFeed([{ id: '1', title: 'A', link: 'https://harbour.example/' }]))
    expect(ofSite.items[0]?.linkIdentity).toBeNull()
  })
})

test('puts the newest first where every item has a time, and otherwise keeps the order of the feed', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 2, n))
  const items = [1, 3, 2].map((n) => ({ id: String(n), title: String(n), at: day(n) }))
  expect(read(files.plainFeed(items)).items.map(({ title }) => title)).toEqual(['3', '2', '1'])
  const timeless = [...items, { id: '9', title: '9' }]
  expect(read(files.plainFeed(timeless)).items.map(({ title }) => title)).toEqual(['1', '3', '2', '9'])
})

describe('decodes', () => {
  const text = files.plainFeed([{ id: '1', title: 'Größe – “x”' }])
  const title = (bytes: Uint8Array, type?: string) => first(bytes, type)?.title
  test('UTF-8 with a byte order mark, and UTF-16', () => {
    expect(title(Buffer.from(`\ufeff${text}`))).toBe('Größe – “x”')
    expect(title(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe('Größe – “x”')
  })
  test('windows-1252, declared, told by the server, or called UTF-8', () => {
    const bytes = Buffer.from(text.replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'), 'latin1')
    expect(title(bytes, 'text/xml; charset=windows-1252')).toBe('Größe – “x”')
    expect(title(bytes, 'text/xml; charset=utf-8')).toBe('Größe – “x”')
    const declared = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="windows-1252"?>'), bytes])
    expect(title(declared)).toBe('Größe – “x”')
  })
  test('a charset that nobody knows as UTF-8, and a broken letter as one', () => {
    expect(title(Buffer.from(text), 'text/xml; charset=klingon')).toBe('Größe – “x”')
    const broken = Buffer.from(text.replace('x”', 'x”\0'))
    broken[broken.indexOf(0)] = 0xe2
    expect(title(broken)).toBe('Größe – “x”�')
  })
})

describe('hostile feeds', () => {
  const mb = 1024 ** 2
  const inFeed = (body: string) => `<rss><channel><title>T</title>${body}</channel></rss>`
  const item = (body: string) => inFeed(`<item><guid>1</guid><title>T</title>${body}</item>`)
  const fill = (piece: string, bytes = 4 * mb) => piece.repeat(Math.floor(bytes / piece.length))
  const corpus: readonly (readonly [name: string, text: () => string])[] = [
    ['nested elements', () => inFeed(fill('<a>'))],
    ['nested elements of an item', () => item(fill('<b>x'))],
    ['nested items', () => inFeed(fill('<item>'))],
    ['elements that never open', () => item(fill('</b>'))],
    [
      'an attribute of 4 MB',
      () => item(`<enclosure type="image/png" url="https://a.example/${fill('a')}"/>`),
    ],
    ['4 MB of attributes', () => item(`<link ${fill('a="1" b=2 ')}/>`)],
    ['an element with a long name', () => item(`<${fill('a')}/>`)],
    [
      'a bomb of entities',
      () => `<!DOCTYPE r [<!ENTITY a "${fill('x', mb)}"><!ENTITY b "&a;&a;&a;">]>${item(fill('&b;', mb))}`,
    ],
    ['entities that are none', () => item(`<description>${fill('&amp;lt;&')}</description>`)],
    ['numeric entities', () => item(`<description>${fill('&#x26;#60;')}</description>`)],
    ['CDATA that never ends', () => item(fill('<![CDATA[ ]]'))],
    ['comments that never end', () => item(fill('<!-- -'))],
    ['processing instructions', () => item(fill('<?a'))],
    ['only the beginnings of tags', () => inFeed(fill('<'))],
    [
      'HTML in a description',
      () => item(`<description><![CDATA[${fill('<img src=x><p><a b="')}]]></description>`),
    ],
    ['pictures', () => item(fill('<enclosure type="image/png" url="x"/>'))],
    ['categories', () => item(fill('<category>a</category>'))],
    ['white space', () => item(`<title>${fill(' \n\u00a0')}</title>`)],
    ['marks that combine', () => item(`<description>${fill('e\u0301\u0301\u0301')}</description>`)],
    ['JSON that is nested', () => `{"version":"https://jsonfeed.org/version/1","items":${fill('[')}`],
    ['a page of links', () => `<html>${fill('<link rel=alternate type=application/rss+xml href=/a>')}`],
  ]
  test.each(corpus)('%s take no more than 1.5 s for 4 MB', (_name, text) => {
    const bytes = Buffer.from(text())
    const begun = performance.now()
    const found = readFeed(bytes, undefined, at)
    expect(performance.now() - begun).toBeLessThan(1_500)
    expect(JSON.stringify(found).length).toBeLessThan(mb)
  })

  test('more items than are read are told, and the most that are read are small', () => {
    const many = (count: number) =>
      inFeed(
        Array.from(
          { length: count },
          (_, n) => `<item><guid>${n}</guid><title>${'x'.repeat(1_500)}</title></item>`,
        ).join(''),
      )
    expect(readFeed(Buffer.from(many(2_001)), undefined, at).kind).toBe('too_many')
    const { items } = read(many(2_000))
    expect(items.length).toBe(2_000)
    expect(JSON.stringify(items).length).toBeLessThan(mb)
  })

  test('nothing of a stranger’s HTML is left, and nothing that cannot be stored', () => {
    const html = '<p>Hi<script>alert(1)</script><style>p{}</style> &lt;b&gt; \0\u202e\u001b[31m you</p>'
    const found = first(
      item(`<description><![CDATA[${html}]]></description><link>javascript:alert(1)</link>`),
    )
    expect(found).toMatchObject({ summary: 'Hi <b> you', link: null })
  })
})
