import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { computedMs } from '../../../test/computed-ms.ts'
import { parseStrictJson, unstorableText } from './strict-json.ts'

fc.configureGlobal({ seed: inject('seed') })

const parse = (text: string) => parseStrictJson(Buffer.from(text))

describe('strict JSON', () => {
  it('reads whatever JSON.stringify writes, indented or not', () => {
    const value = fc
      .jsonValue({ maxDepth: 6 })
      .filter((json) => !JSON.stringify(json).includes('"__proto__"'))
    fc.assert(
      fc.property(value, fc.nat(4), (json, indent) => {
        const text = JSON.stringify(json, null, indent)
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('refuses with 400 what JSON.parse refuses, and never fails otherwise', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\ue-+.019 tnf') }), (text) => {
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        try {
          parse(text)
          expect(isJson).toBe(true)
        } catch (error) {
          expect(error).toMatchObject({ status: 400, code: 'invalid_json' })
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    '{"a":1,"b":{"a":1},"a":2}',
    '[{"a":[{"b":1}],"a":2}]',
    '{"\\u0061":1,"a":2}',
    '{"\\"":1,"\\u0022":2}',
    '{"a" : 1 , "a"\n:2}',
    '{"__proto__":1}',
    '{"\\u005f_proto__":1}',
    '[-1e999]',
  ])('refuses %s', (text) => {
    expect(() => parse(text)).toThrow(/cannot be read/)
  })

  it.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":"a","b":"a"}',
    '{"a":"\\"a\\":"}',
    '["a","a"]',
    '[1e308]',
  ])('reads %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  it('goes 20 levels deep and no deeper', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(parse(nested(20))).toBeDefined()
    expect(() => parse(nested(21))).toThrow(/20 levels/)
  })

  it('takes no longer for what is made to be slow', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `"${index}":0`)
    for (const text of [
      `{${names.join()}}`,
      '"\\'.repeat(100_000),
      '1'.repeat(200_000),
      ' '.repeat(250_000),
      '"a":'.repeat(60_000),
    ]) {
      const startedAt = computedMs()
      try {
        parse(text)
      } catch (error) {
        expect(error).toMatchObject({ status: 400 })
      }
      expect(computedMs() - startedAt).toBeLessThan(500)
    }
  })
})

describe('text that cannot be stored', () => {
  it('is found wherever it stands, in values and names', () => {
    expect(
      unstorableText({ a: ['x', '\0'], 'b/c': { d: '\ud800' }, e: { '\udc00': 1 }, f: '😀', g: null }),
    ).toEqual(['/a/1', '/b~1c/d', '/e'])
  })
})
