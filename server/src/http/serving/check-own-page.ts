import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../../lib/problem.ts'

/**
 * Answers 403 to a change that a page of another site may have sent, for a browser adds our cookies to it all the same. A
 * request that does not say where it comes from is refused too: every browser says so with any method but GET and HEAD.
 */
export function checkOwnPage(
  { method, headers }: { readonly method: string; readonly headers: IncomingHttpHeaders },
  ownOrigin: string,
): Problem | null {
  if (isSafe(method)) return null
  // Browsers leave Sec-Fetch-Site out where a server is reached without TLS, and send Origin there as well.
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined ? headers.origin === ownOrigin : site === 'same-origin'
  if (isOwn) return null
  return new Problem(
    403,
    'not_from_own_page',
    'Only a page of this server may send this. Open the app at its own address; a program uses an API key, below /v1.',
  )
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** Whether a method changes nothing. */
export function isSafe(method: string): boolean {
  return safeMethods.includes(method)
}
