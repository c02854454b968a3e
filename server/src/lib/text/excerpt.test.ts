import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'
import { countGraphemes } from './graphemes.ts'

test.each([
  ['short', 'short'],
  ['exactly twenty chars', 'exactly twenty chars'],
  ['exactly twenty chars.', 'exactly twenty…'],
  ['a word, and another one', 'a word, and another…'],
  ['https://example.org/without/any/space', 'https://example.org…'],
  ['パンは朝に焼きます。パンは朝に焼きます。パンは', 'パンは朝に焼きます。パンは朝に焼きます…'],
  ['two  spaces here and more', 'two  spaces here…'],
])('%j begins with %j', (text, excerpt) => {
  expect(excerptOf(text, 20)).toBe(excerpt)
})

test('nothing is cut in the middle of a character, and nothing is longer than allowed', () => {
  const family = '👨‍👩‍👧‍👦'
  expect(excerptOf(family.repeat(30), 20)).toBe(`${family.repeat(19)}…`)
  expect(countGraphemes(excerptOf('e\u0301'.repeat(30), 20))).toBe(20)
})
