import { expect, test } from 'vitest'
import { mostBlockLetters, paragraphsOf } from './paragraphs.ts'

const words = (count: number) => 'wind '.repeat(count).trim()

test.each<[string, string[]]>([
  ['', []],
  [' \n\n \n', []],
  ['One', ['One']],
  ['One\ntwo', ['One\ntwo']],
  ['One\n\ntwo', ['One', 'two']],
  ['One\r\n\r\ntwo\rthree', ['One', 'two\nthree']],
  ['\n\nOne\n \t\n\n\n  two\n\n', ['One', 'two']],
  ['half \ud800 a letter', ['half � a letter']],
])('%j is %j', (text, paragraphs) => {
  expect(paragraphsOf(text)).toEqual(paragraphs)
})

test('a paragraph goes on in the next block between two words, and no block is too long', () => {
  const text = words(4_000)
  const blocks = paragraphsOf(text)
  expect(blocks.join(' ')).toBe(text)
  expect(blocks.length).toBe(Math.ceil(text.length / mostBlockLetters))
  for (const block of blocks) {
    expect([...block].length).toBeLessThanOrEqual(mostBlockLetters)
    expect(block).toMatch(/^wind( wind)*$/)
  }
})

test('code points are counted, and no sign is cut in two', () => {
  const family = '👩‍👩‍👧‍👦'
  const blocks = paragraphsOf(family.repeat(1_200))
  expect(blocks.map((block) => [...block].length)).toEqual([4_095, 4_095, 210])
  expect(blocks.join('')).toBe(family.repeat(1_200))
  expect(paragraphsOf('𝒜'.repeat(mostBlockLetters))).toHaveLength(1)
  expect(paragraphsOf('𝒜'.repeat(mostBlockLetters + 1)).map((block) => [...block].length)).toEqual([
    mostBlockLetters,
    1,
  ])
})

test('one sign that no block could hold is cut all the same', () => {
  const zalgo = `a${'\u0301'.repeat(10_000)}`
  expect(paragraphsOf(zalgo).join('')).toBe(zalgo)
})

test('a block that ends right before a space is full', () => {
  const first = 'a'.repeat(mostBlockLetters)
  expect(paragraphsOf(`${first} b`)).toEqual([first, 'b'])
})

test.each([
  ['letters', 'a'.repeat(900_000)],
  ['spaces', `a${' '.repeat(900_000)}b`],
  ['new lines', `a${'\n'.repeat(900_000)}b`],
  ['short lines', 'a\n'.repeat(450_000)],
  ['empty lines', 'a\n\n'.repeat(300_000)],
  ['marks', `a${'\u0301'.repeat(899_999)}`],
])('%s without end are cut in time', (_, text) => {
  const startedAt = performance.now()
  paragraphsOf(text)
  expect(performance.now() - startedAt).toBeLessThan(3_000)
})
