import { isIP } from 'node:net'
import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { invalid, type Problem } from '../../lib/problem.ts'

/**
 * The logo of a link, in its normal form. The browser of the person loads it from where it is: the policy of the page
 * admits images of this one origin. To keep a copy would make us fetch, check and store a stranger's file for one page.
 * @throws Problem 422
 */
export function readLogoUrl(text: string): string {
  const url = readUrl(text)
  // A name with other signs, such as a semicolon, could add a directive to the policy of the page.
  if (url?.protocol === 'https:' && /^[a-z0-9.-]+$/.test(url.hostname)) return url.href
  throw refused('/logo_url', 'The logo must be at an https address, such as https://example.org/logo.png.')
}

/** The page to which a person is led back, in its normal form. @throws Problem 422 */
export function readReturnUrl(text: string): string {
  const url = readUrl(text)
  if (url && (url.protocol === 'https:' || isLoopback(url.hostname))) return url.href
  const detail =
    'People are led back to an https address, such as https://example.org/done; http is accepted on this machine only, such as http://localhost:3000.'
  throw refused('/return_url', detail)
}

/** How a person leaves the page of a link. */
export type ReturnStatus = 'connected' | 'not_connected' | 'used' | 'expired'

/** Where a person is led back to, and what the client learns by it; null where the link names no page. */
export function returnAddress(
  { id, return_url }: { readonly id: string; readonly return_url: string | null },
  status: ReturnStatus,
  accounts: readonly string[] = [],
): string | null {
  if (return_url === null) return null
  const url = new URL(return_url)
  url.searchParams.set('connect_link', id)
  url.searchParams.set('status', status)
  url.searchParams.delete('social_account')
  if (accounts.length > 0) url.searchParams.set('social_account', accounts.join(','))
  return url.href
}

function readUrl(text: string): URL | null {
  const address = readWebAddress(text)
  const url = address === null ? null : new URL(address)
  return url?.username === '' && url.password === '' ? url : null
}

function isLoopback(hostname: string): boolean {
  const isLocalName = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]'
  return isLocalName || (isIP(hostname) === 4 && hostname.startsWith('127.'))
}

function refused(pointer: string, detail: string): Problem {
  return invalid([{ pointer, code: 'url_not_allowed', detail }])
}
