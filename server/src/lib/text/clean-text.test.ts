import { describe, expect, test } from 'vitest'
import { computedMs } from '../../../test/computed-ms.ts'
import { cleanLine, cleanText } from './clean-text.ts'

describe('a text of somebody else', () => {
  test.each([
    ['Not this time.', 'Not this time.'],
    ['two\r\nlines\tand\u2028more', 'two lines and more'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007after', 'after'],
    ['\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['\u009b2Jcleared', 'cleared'],
    ['half \ud83d', 'half \ufffd'],
    ['with \0 inside', 'with inside'],
    ['gnp.\u202egpj', 'gnp.gpj'],
    ['tok_SECRET\u200b_echo', 'tok_SECRET_echo'],
    ['tok_SECRET\u200d_echo', 'tok_SECRET_echo'],
    ['tok_SECRET\ufe0f\u034f_echo', 'tok_SECRET_echo'],
    ['👨‍👩‍👧‍👦 and ❤️ and 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👨‍👩‍👧‍👦 and ❤️ and 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['می‌خواهم', 'می‌خواهم'],
    ['  ', ''],
  ])('%j becomes %j', (text, clean) => {
    expect(cleanLine(text)).toBe(clean)
    expect(cleanLine(clean)).toBe(clean)
  })

  test('is cut between graphemes, and never holds half of one', () => {
    expect(cleanText(`${'a'.repeat(299)}👋`, 300)).toBe('a'.repeat(299))
    expect(cleanText(`${'a'.repeat(298)}👋`, 300)).toBe(`${'a'.repeat(298)}👋`)
    expect(cleanText(`ab${'👨‍👩‍👧‍👦'.repeat(50)}`, 30)).toBe(`ab${'👨‍👩‍👧‍👦'.repeat(2)}`)
    expect(cleanText(`e${'\u0301'.repeat(900)}`, 100)).toHaveLength(100)
    expect(cleanText('👋', 1)).toBe('')
  })

  test.each(['\u001b]', '\u001b[', '\u200d', 'a\u200d', ' ', '\n', '\ud800', '\u0301', '👋', '\u202e', 'a '])(
    'of a million times %j is clean within a blink',
    (piece) => {
      const text = piece.repeat(1_000_000 / piece.length)
      const startedAt = computedMs()
      cleanText(`${text}\0`, 500)
      expect(computedMs() - startedAt).toBeLessThan(3_000)
    },
  )
})
