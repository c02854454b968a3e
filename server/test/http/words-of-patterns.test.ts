import { expect, it } from 'vitest'
import { connectors } from '../../src/connectors/index.ts'
import { routes } from '../../src/http/routes/index.ts'
import { sayFault } from '../../src/lib/requests/say-fault.ts'

/** Every pattern to which a schema holds a text. */
function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'pattern' in schema && typeof schema.pattern === 'string' ? [schema.pattern] : []
  return [...own, ...Object.values(schema).flatMap(patternsIn)]
}

const sayPattern = (pattern: string) =>
  String(sayFault({ keyword: 'pattern', schemaPath: '', instancePath: '', params: { pattern }, message: '' }))

it('a text that people send is asked for in words, never by a regular expression', () => {
  const sent = [...routes.operations, ...routes.personOperations].map(({ body }) => body)
  const options = connectors.map((connector) => connector.options)
  const patterns = [...new Set([...sent, ...options].flatMap(patternsIn))]
  expect(patterns).toContain('^https?://')
  expect(patterns.length).toBeGreaterThan(4)
  expect(patterns.filter((pattern) => sayPattern(pattern).includes(pattern))).toEqual([])
})

it('a text that is one of a few words is asked for by these', () => {
  expect(sayPattern('^(?:one|two|three_times)$')).toBe('This must be "one", "two", or "three_times".')
})
