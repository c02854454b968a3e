import { expect, test } from 'vitest'
import { clampText, linkify, shortLink, titled } from './linkify.ts'

const marked = (text: string) =>
  linkify(text)
    .filter(({ kind }) => kind !== 'text')
    .map(({ kind, text }) => `${kind} ${text}`)

test('links, mentions and hashtags are found as people write them', () => {
  expect(marked('See https://example.com/a?b=c. And @harbour, #bread!')).toEqual([
    'link https://example.com/a?b=c',
    'mention @harbour',
    'hashtag #bread',
  ])
  expect(marked('(https://example.com) @mia@social.example #Brötchen')).toEqual([
    'link https://example.com',
    'mention @mia@social.example',
    'hashtag #Brötchen',
  ])
})

test('an e-mail address, a price and markup are plain text', () => {
  expect(marked('mail lena@example.com, 5 # 7, <b>no</b> @ #')).toEqual([])
})

test('nothing of a text is lost', () => {
  const text = 'A @b #c https://d.example/e\n\n👩‍👩‍👧 <script>alert(1)</script>'
  expect(
    linkify(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('a text is cut by what people see as characters, at a word', () => {
  expect(clampText('short', 10)).toBeNull()
  expect(clampText('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2)).toBe('👩‍👩‍👧👩‍👩‍👧')
  expect(clampText('one two three', 9)).toBe('one two')
  expect(clampText('any length', null)).toBeNull()
})

test('links are shortened', () => {
  expect(shortLink('https://www.example.com/a/very/long/path/to/a/page')).toBe(
    'example.com/a/very/long/path/…',
  )
})

test('a short first line is the title, and a long one is cut for it', () => {
  expect(titled(null, 'Bread list\n\nRye and walnut')).toEqual(['Bread list', 'Rye and walnut'])
  expect(titled('Autumn', 'Bread list')).toEqual(['Autumn', 'Bread list'])
  const long = 'bread '.repeat(30).trim()
  const [title, text] = titled(null, long)
  expect(title.length).toBeLessThanOrEqual(101)
  expect(text).toBe(long)
})
