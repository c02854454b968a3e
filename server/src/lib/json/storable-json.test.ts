// @module-tag slow
import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { computedMs } from '../../../test/computed-ms.ts'
import { parseStorable, toStorable } from './storable-json.ts'

fc.configureGlobal({ seed: inject('seed') })

describe('JSON of somebody else', () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ['{"a":"\\u0000"}', { a: '\ufffd' }],
    ['{"\\u0000a":["\\ud800"]}', { '\ufffda': ['\ufffd'] }],
    ['"\\ud83d\\ude00 \\ude00\\ud83d"', '😀 \ufffd\ufffd'],
    ['"\\ud83d😀"', '\ufffd😀'],
    ['"\\uD83D\\ud83d\\uDE00"', '\ufffd😀'],
    ['"a backslash and four noughts: \\\\u0000"', 'a backslash and four noughts: \\u0000'],
    ['"\\\\\\u0000"', '\\\ufffd'],
    ['{"a":', null],
    ['', null],
  ])('%s is read as %j', (text, json) => {
    expect(parseStorable(text)).toEqual(json)
  })

  test('is the same as JSON.parse makes of it, but for what cannot be stored', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value)
        const escaped = text.replace(/[\ud800-\udfff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
        const json = JSON.parse(text)
        expect(parseStorable(escaped)).toEqual(toStorable(json))
      }),
    )
  })

  test.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('of 200 levels of %s is read, and of more is taken for no JSON', (open, close) => {
    const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`
    expect(JSON.stringify(parseStorable(nested(200)))).toBe(nested(200))
    for (const levels of [201, 5_000, 100_000]) expect(parseStorable(nested(levels))).toBe(null)
  })

  test('of a million hostile letters is read within a blink', () => {
    for (const piece of ['\\ud83d', '\\', '\\u', '[', '\\u0000']) {
      const startedAt = computedMs()
      const text = piece.repeat(1_000_000 / piece.length)
      expect([parseStorable(text), parseStorable(`"${text}\\u0000"`)]).toHaveLength(2)
      expect(computedMs() - startedAt).toBeLessThan(3_000)
    }
  })
})
