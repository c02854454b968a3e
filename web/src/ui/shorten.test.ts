import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

test('a text is cut between signs, with a mark, and left alone where it is short', () => {
  expect(shorten('Fresh bread', 11)).toBe('Fresh bread')
  expect(shorten('Fresh bread', 6)).toBe('Fresh…')
  // Each of these is one sign of several code units.
  expect(shorten('👩‍🍳👩‍🍳👩‍🍳', 2)).toBe('👩‍🍳👩‍🍳…')
  expect(shorten('🥖🥖', 1)).toBe('🥖…')
  expect(shorten('', 3)).toBe('')
})
