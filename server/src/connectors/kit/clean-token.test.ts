import { expect, test } from 'vitest'
import { cleanToken } from './clean-token.ts'

test('a token is taken without the spaces that copying brings', () => {
  expect(cleanToken(' abc_DEF-123\n')).toBe('abc_DEF-123')
})

test.each(['', ' ', 'two words', 'a\nb', 'töken', undefined, 7])('%j is no token', (copied) => {
  expect(() => cleanToken(copied)).toThrow('Copy the whole access token, and nothing else.')
})
