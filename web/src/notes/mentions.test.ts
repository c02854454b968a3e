import { expect, test } from 'vitest'
import { begunAt, complete, matching, mentionedIn, splitMentions } from './mentions.ts'

const lena = { id: 'lena', name: 'Lena Brandt' }
const lenaShort = { id: 'short', name: 'Lena' }
const jose = { id: 'jose', name: 'José Álvarez' }
const mail = { id: 'mail', name: 'mia@example.org' }
const all = [lena, lenaShort, jose, mail]

test.each([
  ['@', { at: 0, words: '' }],
  ['Ask @Le', { at: 4, words: 'Le' }],
  ['(@Lena Br', { at: 1, words: 'Lena Br' }],
  ['one\n@jo', { at: 4, words: 'jo' }],
  ['write to mia@ex', null],
  ['@Lena  and', null],
  ['@ alone', null],
  ['@a\nb', null],
  [`@${'x'.repeat(41)}`, null],
])('a name that is being written in %j', (text, expected) => {
  expect(begunAt(text, text.length)).toEqual(expected)
})

test('members are found by any of their names, without regard to accents and case', () => {
  const namesOf = (words: string) => matching(all, words).map(({ id }) => id)
  expect(namesOf('')).toEqual(['jose', 'short', 'lena', 'mail'])
  expect(namesOf('le')).toEqual(['short', 'lena'])
  expect(namesOf('BRA')).toEqual(['lena'])
  expect(namesOf('alvarez')).toEqual(['jose'])
  expect(namesOf('example')).toEqual(['mail'])
  expect(namesOf('zz')).toEqual([])
})

test('a name takes the place of what was begun, and the caret stands behind it', () => {
  expect(complete('Ask @Le now', { at: 4, words: 'Le' }, 'Lena Brandt')).toEqual({
    ...{ text: 'Ask @Lena Brandt now', caret: 16 },
  })
  expect(complete('@', { at: 0, words: '' }, 'Lena')).toEqual({ text: '@Lena ', caret: 6 })
})

test('whole names are mentions, the longest of them, and parts of words and addresses are none', () => {
  const idsIn = (text: string, ...chosen: string[]) => mentionedIn(text, all, new Set(chosen))
  expect(idsIn('@Lena Brandt, @Lena and @José Álvarez: look')).toEqual(['lena', 'short', 'jose'])
  expect(idsIn('@Lena Brandt and again @Lena Brandt')).toEqual(['lena'])
  expect(idsIn('@Lenas x@Lena @lena')).toEqual([])
  expect(idsIn('@mia@example.org!')).toEqual(['mail'])
})

test('of members with one name those who were chosen are meant, and all where none was', () => {
  const twins = [lena, { id: 'other', name: 'Lena Brandt' }]
  expect(mentionedIn('@Lena Brandt', twins, new Set(['other']))).toEqual(['other'])
  expect(mentionedIn('@Lena Brandt', twins, new Set())).toEqual(['lena', 'other'])
})

test('the pieces of a text are the text', () => {
  for (const text of ['', '@', '@@Lena', 'a @Lena b @Lena Brandt', '@Lena@Lena', '\u{1F469}@Lena\u{1F469}'])
    expect(
      splitMentions(text, ['Lena', 'Lena Brandt', ''])
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
})
