import { describe, expect, test } from 'vitest'
import { findHandles, findSpans, makeFacets } from './facets.ts'

const shown = (text: string) =>
  findSpans(text).map(({ kind, start, end, value }) => [kind, text.slice(start, end), value])

describe('what is found in a text', () => {
  test.each([
    ['See https://example.com/a?b=c.', [['link', 'https://example.com/a?b=c', 'https://example.com/a?b=c']]],
    ['(see example.com)', [['link', 'example.com', 'https://example.com']]],
    ['see (example.com)', [['link', 'example.com', 'https://example.com']]],
    [
      'https://en.wikipedia.org/wiki/X_(Y)',
      [['link', 'https://en.wikipedia.org/wiki/X_(Y)', 'https://en.wikipedia.org/wiki/X_(Y)']],
    ],
    ['httpbin.org/get works', [['link', 'httpbin.org/get', 'https://httpbin.org/get']]],
    ['no.such-tld and 3.5 and file.txt', []],
    ['https:// and https:///', []],
    ['hello @alice.bsky.social!', [['mention', '@alice.bsky.social', 'alice.bsky.social']]],
    ['mail me@alice.com or @alice', []],
    ['(@bob.test), @Carol.Example.COM.', [['mention', '@bob.test', 'bob.test']]],
    [
      '#one #2 #two2 #drei,',
      [
        ['hashtag', '#one', 'one'],
        ['hashtag', '#two2', 'two2'],
        ['hashtag', '#drei', 'drei'],
      ],
    ],
    ['＃日本語 タグ', [['hashtag', '＃日本語', '日本語']]],
    ['a#b no, $BTC yes', [['hashtag', '$BTC', '$BTC']]],
    [`#${'x'.repeat(64)}`, [['hashtag', `#${'x'.repeat(64)}`, 'x'.repeat(64)]]],
    [`#${'x'.repeat(65)}`, []],
    [`#${`a${'\u0301'.repeat(6)}`.repeat(60)}`, []],
    [
      'https://example.com/(@bob.test',
      [['link', 'https://example.com/(@bob.test', 'https://example.com/(@bob.test']],
    ],
    ['', []],
  ])('in %j', (text, expected) => {
    expect(shown(text)).toEqual(expected)
  })

  test('a handle counts once, however it is written', () => {
    expect(findHandles('@Bob.test @bob.test @alice.test')).toEqual(['bob.test', 'alice.test'])
  })
})

describe('the facets of a record', () => {
  test('are placed in bytes, after letters that need one, two, three and four of them', () => {
    const text = 'aé€😀👨‍👩‍👧‍👦 #größe😀 @bob.test example.com/ü'
    const facets = makeFacets(text, { 'bob.test': 'did:plc:bob' })
    const bytes = Buffer.from(text)
    const cut = facets.map((facet) => {
      const { byteStart, byteEnd } = facet.index as { byteStart: number; byteEnd: number }
      return bytes.subarray(byteStart, byteEnd).toString()
    })
    expect(cut).toEqual(['#größe😀', '@bob.test', 'example.com/ü'])
    expect(facets.map(({ features }) => features)).toEqual([
      [{ $type: 'app.bsky.richtext.facet#tag', tag: 'größe😀' }],
      [{ $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:bob' }],
      [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com/ü' }],
    ])
  })

  test('leave a mention of nobody as plain text, also one named like a part of every object', () => {
    expect(makeFacets('@nobody.test @constructor.com', {})).toEqual([])
  })
})
