import { describe, expect, test } from 'vitest'
import { contentLine, textValue, utcValue } from './content-line.ts'

const unfold = (text: string) => text.replaceAll('\r\n ', '')
const octets = (text: string) => Buffer.byteLength(text)

describe('a line', () => {
  test('of 75 octets stays whole, and one of 76 goes on behind a space', () => {
    expect(contentLine('SUMMARY', 'x'.repeat(67))).toBe(`SUMMARY:${'x'.repeat(67)}\r\n`)
    expect(contentLine('SUMMARY', 'x'.repeat(68))).toBe(`SUMMARY:${'x'.repeat(67)}\r\n x\r\n`)
    // The space counts too.
    const [, second, third] = contentLine('SUMMARY', 'x'.repeat(67 + 74 + 1)).split('\r\n')
    expect([second, third]).toEqual([` ${'x'.repeat(74)}`, ' x'])
  })

  test.each(['é', '€', '😀', '👩‍👩‍👧', 'a😀', ' '])('of many %j is never cut within a character', (piece) => {
    for (let before = 0; before < 8; before += 1) {
      const value = 'x'.repeat(before) + piece.repeat(60)
      const line = contentLine('SUMMARY', value)
      expect(unfold(line)).toBe(`SUMMARY:${value}\r\n`)
      for (const part of line.split('\r\n')) {
        expect(octets(part)).toBeLessThanOrEqual(75)
        expect(part.isWellFormed()).toBe(true)
      }
    }
  })
})

describe('a text', () => {
  test.each([
    ['one, two; three', 'one\\, two\\; three'],
    ['C:\\new', 'C:\\\\new'],
    ['a\nb\r\nc\rd', 'a\\nb\\nc\\nd'],
    // Some readers break lines at these.
    ['a\u2028b\u2029c\u0085d\ve\ff', 'a\\nb\\nc\\nd\\ne\\nf'],
    ['a\0b\u0007c\u007fd\u009be\tf', 'abcde\tf'],
    ['half \ud83d of an emoji', 'half \ufffd of an emoji'],
    ['"quoted": yes', '"quoted": yes'],
  ])('%j is written as %j', (text, value) => {
    expect(textValue(text)).toBe(value)
  })

  test('that looks like lines of a file is none', () => {
    const value = textValue('x\r\nEND:VEVENT\r\nBEGIN:VALARM\r\n')
    expect(contentLine('SUMMARY', value)).toBe('SUMMARY:x\\nEND:VEVENT\\nBEGIN:VALARM\\n\r\n')
  })
})

test('a moment is written in UTC, to the second', () => {
  expect(utcValue(new Date('2030-05-06T09:00:00.987+02:00'))).toBe('20300506T070000Z')
})
