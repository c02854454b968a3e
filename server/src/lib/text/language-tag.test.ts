import { expect, test } from 'vitest'
import { isKnownLanguage, isLanguageTag } from './language-tag.ts'

test.each([
  ['en', true, true],
  ['pt-BR', true, true],
  ['zh-Hant-TW', true, true],
  ['es-419', true, true],
  ['aaa', true, true],
  ['zz', true, false],
  ['abcdefgh', true, false],
  ['en-QQ', true, false],
  ['not a tag', false, false],
  ['', false, false],
])('%j is a tag: %s, of a language that is known: %s', (tag, isTag, isKnown) => {
  expect([isLanguageTag(tag), isKnownLanguage(tag)]).toEqual([isTag, isKnown])
})
