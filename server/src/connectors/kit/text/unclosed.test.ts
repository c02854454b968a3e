import { expect, test } from 'vitest'
import { findUnclosed } from './unclosed.ts'

test('code and comments that begin and do not end are found, and nothing else', () => {
  for (const text of ['a\n```js\nlet a', '~~~\n```', '````\ncode\n```'])
    expect(findUnclosed(text)).toBe('code')
  for (const text of ['a <!-- b', '--> <!-- b', '```\n```\n<!--']) expect(findUnclosed(text)).toBe('comment')
  for (const text of ['```js\n<!--\n```\nb', 'a `<!--` b', '<!-- a -->', 'b\n\n    ```\nb', ''])
    expect(findUnclosed(text)).toBeNull()
})
