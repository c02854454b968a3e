import { expect, test } from 'vitest'
import { findSlash } from './find-slash.ts'

/** The bar is the cursor. */
const found = (text: string) => findSlash(text.replace('|', ''), text.indexOf('|'))

test.each([
  ['/|', 0, ''],
  ['/sig|', 0, 'sig'],
  ['Hello /sig|nature', 6, 'sig'],
  ['Hello\n/|', 6, ''],
  ['Hello\n\n/our tags|', 7, 'our tags'],
  ['and\t/x|', 4, 'x'],
  ['1/2 /x|', 4, 'x'],
])('a slash asks: %s', (text, at, words) => {
  expect(found(text)).toEqual({ at, words })
})

test.each([
  'https://|',
  'https://example.org/|',
  '1/|2',
  'and/|or',
  'and / |or',
  '/ |',
  '//|',
  '/a/|b',
  '|/x',
  '/x\n|',
  'x|',
  '|',
])('a slash asks for nothing: %s', (text) => {
  expect(found(text)).toBeNull()
})

test('a slash that is far behind asks no more, however long the line is', () => {
  const text = `/${'x'.repeat(100_000)}`
  expect(findSlash(text, text.length)).toBeNull()
  expect(findSlash(`${'x '.repeat(50_000)}/x`, 100_002)).toEqual({ at: 100_000, words: 'x' })
})
