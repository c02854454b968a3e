import { expect, test } from 'vitest'
import { countingBy, countText, type FixedCost } from './count-text.ts'

const family = '👨‍👩‍👧‍👦'

test.each([
  ['grapheme', 1],
  ['codepoint', 7],
  ['utf16', 11],
  ['utf8', 25],
] as const)('a family counts by %s as %i', (unit, count) => {
  expect(countText(family, unit)).toBe(count)
  expect(countingBy(unit).count(`a${family}`)).toBe(count + 1)
})

test.each([
  ['grapheme', 2, null],
  ['grapheme', 1, 1],
  ['codepoint', 8, null],
  ['codepoint', 1, 1],
  ['utf16', 12, null],
  ['utf16', 11, 1],
  ['utf8', 26, null],
  ['utf8', 25, 1],
  ['utf8', 0, 0],
] as const)('by %s with room for %i, a letter and a family stop fitting at %j', (unit, max, place) => {
  expect(countingBy(unit).findOver(`a${family}`, max)).toBe(place)
})

test('a stretch with a cost of its own counts so, and fits whole or not at all', () => {
  const links = (text: string): FixedCost[] =>
    [...text.matchAll(/https:\S+/g)].map(({ index, 0: link }) => ({
      start: index,
      end: index + link.length,
      cost: 23,
    }))
  const counting = countingBy('grapheme', links)
  const text = `see https://example.com/${'a'.repeat(100)} now https://b.example`
  expect(counting.count(text)).toBe(4 + 23 + 5 + 23)
  expect(counting.findOver(text, 55)).toBeNull()
  expect(counting.findOver(text, 54)).toBe(text.indexOf('https://b'))
  expect(counting.findOver(text, 28)).toBe(text.indexOf('now'))
  expect(counting.findOver(text, 26)).toBe(4)
  expect(counting.count('')).toBe(0)
})
