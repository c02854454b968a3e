import { describe, expect, it } from 'vitest'
import { countGraphemes, offsetAfterGraphemes } from './graphemes.ts'

describe('graphemes', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['two\nlines', 9],
    ['two\r\nlines', 9],
    ['👩‍👩‍👧‍👦', 1],
    ['e\u0301', 1],
    ['🇩🇪🇫🇷', 2],
    ['a👍🏽b', 3],
    ['\ud800', 1],
  ])('counts what a person sees in %j', (text, count) => {
    expect(countGraphemes(text)).toBe(count)
  })

  it('never cuts a family in two', () => {
    const text = 'ab👩‍👩‍👧‍👦c'
    expect(offsetAfterGraphemes(text, 2)).toBe(2)
    expect(offsetAfterGraphemes(text, 3)).toBe(text.length - 1)
    expect(offsetAfterGraphemes(text, 4)).toBe(text.length)
    expect(offsetAfterGraphemes(text, 99)).toBe(text.length)
  })

  it('says the end for a plain text that is shorter', () => {
    expect(offsetAfterGraphemes('abc', 2)).toBe(2)
    expect(offsetAfterGraphemes('abc', 9)).toBe(3)
  })
})
