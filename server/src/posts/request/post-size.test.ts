import { expect, test } from 'vitest'
import { estimatePostBytes } from './post-size.ts'
import { readPostRequest } from './read-post-request.ts'

test.each([
  ['a caption, in bytes and not in letters', { caption: '雨'.repeat(10_000) }, 30_000],
  ['metadata', { metadata: { note: 'x'.repeat(20_000) } }, 20_000],
  ['alternative texts', { media: [{ media_id: 'a', alt_text: 'x'.repeat(20_000) }] }, 20_000],
  ['configurations', { platform_configurations: { sandbox: { caption: 'x'.repeat(20_000) } } }, 20_000],
])('the size of a post counts %s', (_what, body, least) => {
  expect(estimatePostBytes(readPostRequest({ social_accounts: [], ...body }).request)).toBeGreaterThanOrEqual(
    least,
  )
})
