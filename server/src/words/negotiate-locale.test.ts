import { describe, expect, test } from 'vitest'
import { computedMs } from '../../test/computed-ms.ts'
import { negotiateLocale } from './negotiate-locale.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE_de', 'en'],
  ['ES-419, en;q=0.9', 'es'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['en;q=0.3, de;q=0.7, es;q=0.5', 'de'],
  ['es ; q=0.5 , de;q=0.5', 'es'],
  ['fr-FR, fr;q=0.9, es;q=0.2', 'es'],
  ['fr, nl;q=0.5', 'en'],
  ['fr, *;q=0.1', 'en'],
  ['en;q=0, *', 'de'],
  ['en;q=0, de;q=0, *;q=0.5', 'es'],
  ['de;q=0, de;q=0.0, es;q=0.001', 'es'],
  ['de;q=2, es;q=-1, en;q=x', 'en'],
  ['de;level=1;q=0.2, es;q=0.3', 'es'],
  ['deutsch, english', 'en'],
  [['de', 'en'], 'de'],
] as const)('%j is answered in %s', (header, locale) => {
  expect(negotiateLocale(typeof header === 'object' ? [...header] : header)).toBe(locale)
})

describe('a header of 100 kB', () => {
  const long = (part: string) => part.repeat(Math.ceil(100_000 / part.length))

  test.each([
    ['commas', long(',')],
    ['semicolons', long(';')],
    ['blanks', `de${long(' ')}`],
    ['weights', long('de;q=0.5,')],
    ['parameters', `de${long(';q=')}`],
    ['digits', `de;q=0.${long('1')}`],
    ['dashes', long('-')],
    ['stars', long('*;q=0.9,')],
    ['bytes', Buffer.alloc(100_000, 0xff).toString('latin1')],
  ])('of %s costs no time', (_what, header) => {
    const begin = computedMs()
    for (let round = 0; round < 100; round += 1) negotiateLocale(header)
    expect((computedMs() - begin) / 100).toBeLessThan(2)
  })

  test('has a beginning, which counts, and no language that was cut in two', () => {
    expect(negotiateLocale(`es;q=0.4,fr,${long('x')}`)).toBe('es')
    const begun = `en;q=0.5,${'x'.repeat(988)},`
    expect(begun).toHaveLength(998)
    expect(negotiateLocale(`${begun}de-${long('y')}`)).toBe('en')
    expect(negotiateLocale(`${begun}de`)).toBe('de')
  })
})
