import { expect, test } from 'vitest'
import { shownText } from './shown-text.ts'

test('JSON is put into lines, a refusal too, and anything else stays as it is', () => {
  expect(shownText('{"a":[1]}', 'application/json').text).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(shownText('{"a":1}', 'application/problem+json').text).toBe('{\n  "a": 1\n}')
  expect(shownText('{"a":1}\n{"a":2}', 'application/x-ndjson').text).toBe('{"a":1}\n{"a":2}')
  expect(shownText('{"a":', 'application/json').text).toBe('{"a":')
})

test('a long answer is shown up to the end of a line, and kept whole', () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id }))
  const { text, whole, isCut } = shownText(JSON.stringify(rows), 'application/json')
  expect(isCut).toBe(true)
  expect(text.length).toBeLessThan(60_001)
  expect(whole.startsWith(`${text}\n`)).toBe(true)
  expect(JSON.parse(whole)).toEqual(rows)
})
