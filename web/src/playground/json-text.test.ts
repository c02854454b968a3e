import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findJsonFault, findJsonPlaces } from './json-text.ts'

/** The first fault of a text, as `kind line:column`. */
function faultOf(text: string): string | null {
  const fault = findJsonFault(text)
  return fault && `${fault.kind} ${fault.line}:${fault.column}`
}

test('a fault is found where it is, with its line and column', () => {
  expect(faultOf('{\n  "caption": "a"\n  "tags": []\n}')).toBe('comma 3:3')
  expect(faultOf('{\n  "caption" "a"\n}')).toBe('colon 2:13')
  expect(faultOf('{"tags": [1, 2,]}')).toBe('trailing-comma 1:15')
  expect(faultOf('{caption: 1}')).toBe('name 1:2')
  expect(faultOf("{'caption': 1}")).toBe('quote 1:2')
  expect(faultOf('{"caption": “hello”}')).toBe('quote 1:13')
  expect(faultOf('{"is_draft": True}')).toBe('value 1:14')
  expect(faultOf('{"limit": 01}')).toBe('value 1:11')
  expect(faultOf('{"caption": "two\nlines"}')).toBe('text 1:13')
  expect(faultOf('{"caption": "a\\q"}')).toBe('text 1:13')
  expect(faultOf('{"caption": ')).toBe('ends 1:13')
  expect(faultOf('')).toBe('ends 1:1')
  expect(faultOf('{} {}')).toBe('more 1:4')
  expect(faultOf('{"caption": "a"}\n')).toBeNull()
})

test('exactly what a program can read as JSON has no fault', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '1',
    '-',
    '0',
    '.5',
    'e3',
    'true',
    'nul',
    'null',
    ' ',
    '\n',
    '\\',
    'ä',
  )
  const texts = fc.oneof(
    fc.json(),
    fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      expect(findJsonFault(text) === null).toBe(isJson(text))
      expect(findJsonPlaces(text).has('')).toBe(isJson(text) || isFollowed(text))
    }),
    { numRuns: 500 },
  )
})

test('a text that is nested as deep as nobody writes it stops nothing', () => {
  expect(faultOf('['.repeat(100_000))).toBe('deep 1:501')
  expect(faultOf(`{"a":`.repeat(100_000))).toBe('deep 1:2501')
  expect(faultOf('['.repeat(100_000) + ']'.repeat(100_000))).toBeNull()
  expect(findJsonPlaces('['.repeat(100_000)).size).toBe(0)
})

test('every value is found by its pointer', () => {
  const text = '{\n  "media": [{"alt_text": "a", "x/y": 1}],\n  "tags": []\n}'
  const places = findJsonPlaces(text)
  const at = (pointer: string) => {
    const { from, to } = places.get(pointer) ?? { from: 0, to: 0 }
    return text.slice(from, to)
  }
  expect(at('/media/0/alt_text')).toBe('"a"')
  expect(at('/media/0/x~1y')).toBe('1')
  expect(at('/tags')).toBe('[]')
  expect(at('')).toBe(text)
})

/** Whether JSON has ended before the text does. */
function isFollowed(text: string): boolean {
  return findJsonFault(text)?.kind === 'more'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
