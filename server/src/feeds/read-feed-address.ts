import { invalid } from '../lib/problem.ts'

/** The longest address of a feed. */
export const longestUrl = 2_000

/** The address of a feed as a person gives it; `https://` may be left out. @throws Problem 422 `invalid_url` */
export function readFeedAddress(given: string): string {
  const text = given.trim()
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]*:\d/.test(text) ? text : `https://${text}`
  // Readers of feeds once had a scheme of their own.
  const usual = whole.replace(/^feed:(?:\/\/)?(?=https?:)/i, '').replace(/^feed:/i, 'https:')
  const url = usual.isWellFormed() && !usual.includes('\0') ? URL.parse(usual) : null
  if (url !== null && ['https:', 'http:'].includes(url.protocol) && url.href.length <= longestUrl)
    return url.href
  const detail = 'Give the whole address of a feed or of a page, such as https://example.org/feed.xml.'
  throw invalid([{ pointer: '/url', code: 'invalid_url', detail }])
}
