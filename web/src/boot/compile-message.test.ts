import { compileMessage as ofTheLibrary } from '@lingui/message-utils/compileMessage'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileMessage } from './compile-message.ts'

test.each([
  'Hi',
  '',
  'Hi {name}, and {other}.',
  '{count, plural, one {# post} other {# posts of {who}}}',
  '{count, plural, =0 {none} one {one} other {#}} left',
  '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
  '{role, select, owner {<0>{who}</0> owns it} other {nobody}}',
  "It's {n}, isn't it? {0} 100% # of '{braces}' and ''two''",
  '{a, plural, one {{b, select, x {# X} other {Y}}} other {#}}',
])('reads “%s” as the library does', (message) => {
  expect(plain(compileMessage(message))).toEqual(plain(ofTheLibrary(message)))
})

test('reads whatever texts are made of as the library does', () => {
  const words = fc.stringMatching(/^[a-zA-Zäñ .,:;!?“”%<>/0-9-]{1,12}$/)
  const argument = fc.constantFrom('{name}', '{0}', '{count}')
  const sentence = fc
    .array(fc.oneof(words, argument), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(''))
  const plural = fc
    .tuple(sentence, sentence)
    .map(([one, other]) => `{n, plural, one {# ${one}} other {${other}}}`)
  const message = fc
    .array(fc.oneof(sentence, plural), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join(' '))
  fc.assert(
    fc.property(message, (text) => {
      expect(plain(compileMessage(text))).toEqual(plain(ofTheLibrary(text)))
    }),
  )
})

/** Words beside each other are one text, however they were cut. */
function plain(tokens: unknown): unknown {
  if (Array.isArray(tokens)) {
    const isArgument = tokens.length > 1 && ['plural', 'select', 'selectordinal'].includes(tokens[1])
    if (isArgument) return [tokens[0], tokens[1], plain(tokens[2])]
    const all: unknown[] = []
    for (const token of tokens) {
      const last = all.at(-1)
      const isText = typeof token === 'string' && typeof last === 'string' && token !== '#' && last !== '#'
      if (isText) all.splice(-1, 1, last + token)
      else all.push(plain(token))
    }
    return all
  }
  if (typeof tokens === 'object' && tokens !== null) {
    const { offset: _, ...cases } = tokens as Record<string, unknown>
    return Object.fromEntries(Object.entries(cases).map(([key, value]) => [key, plain(value)]))
  }
  return tokens
}
