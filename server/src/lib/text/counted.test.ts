import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('one is singular, and every other number is plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'post'))).toEqual(['0 posts', '1 post', '2 posts'])
  expect([1, 2].map((count) => counted(count, 'post needs', 'posts need'))).toEqual([
    '1 post needs',
    '2 posts need',
  ])
})
