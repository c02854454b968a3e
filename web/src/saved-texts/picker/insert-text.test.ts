import { expect, test } from 'vitest'
import { runTogether } from './insert-text.ts'

test.each([
  ['o', '#', true],
  ['.', 'W', true],
  ['3', 'a', true],
  ['', '#', false],
  ['o', '', false],
  [' ', '#', false],
  ['\n', '#', false],
  ['(', 'W', false],
  ['o', '.', false],
  ['o', ')', false],
  ['o', '\n', false],
  ['は', '署', false],
  ['a', '署', false],
])('%j before %j: %s', (before, after, isMissing) => {
  expect(runTogether(before, after)).toBe(isMissing)
})
