import { describe, expect, test } from 'vitest'
import { joinBody, markOf, splitBody, titleAfter, titleIn, withWords, wordsOf } from './article.ts'

const key = '0'.repeat(32)

describe('an article in Markdown', () => {
  test('is titled by its first line, without the signs of a heading, cut to the most letters', () => {
    expect(titleIn('\n\n## Tides \t of the sea\nmore', 100)).toBe('Tides of the sea')
    expect(titleIn('#hashtag', 100)).toBe('#hashtag')
    expect(titleIn('word '.repeat(60), 100)).toMatch(/^(word )+word ?…$/)
    expect(titleIn('abcdef', 3)).toBe('abc')
    expect(titleIn(' \n', 3)).toBe('')
  })

  test('does not repeat a heading that is its title', () => {
    expect(wordsOf('# Tides\r\n\r\nwords', null)).toBe('words')
    expect(wordsOf('# Tides\n\nwords', 'Another')).toBe('# Tides\n\nwords')
    expect(wordsOf('## Tides', null)).toBe('## Tides')
  })

  test('is put together and taken apart at its mark', () => {
    const body = joinBody('words', key, ['one', 'two'])
    expect(body).toBe(`words\n\n${markOf(key)}\n\none\n\ntwo`)
    const parts = splitBody(body)
    expect(parts).toEqual({ words: 'words', rest: `${markOf(key)}\n\none\n\ntwo` })
    expect(withWords('others', parts?.rest ?? '')).toBe(body.replace('words', 'others'))
    expect(joinBody('', key, [])).toBe(markOf(key))
    expect(splitBody('words <!-- crier:of a reader -->')).toBeNull()
  })

  test('keeps a title by hand, and changes one that was its first line or is a heading', () => {
    expect(titleAfter('New\nmore', { words: 'Old\nmore', title: 'Old' }, 100)).toBe('New')
    expect(titleAfter('New\nmore', { words: 'Old\nmore', title: 'By hand' }, 100)).toBeNull()
    expect(titleAfter('# New\nmore', { words: 'more', title: 'By hand' }, 100)).toBe('New')
    expect(titleAfter('', { words: 'Old', title: 'Old' }, 100)).toBeNull()
  })
})
