import { createHash, timingSafeEqual } from 'node:crypto'
import { Problem } from '../lib/problem.ts'
import { nothingHere } from './problems.ts'
import type { StreamRequest } from './stream-route.ts'

/** Headers that only a proxy or a browser sends, on behalf of somebody else than this machine. */
const signsOfOthers = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'origin',
  'sec-fetch-site',
]

const localNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Lets only a monitor read the numbers: where a token is set, anybody who sends it; where none is set, only a program on
 * this machine that asks directly, by a name of this machine, so that neither a proxy nor a page in a browser passes them on.
 * @throws Problem 401 without the token; 404 for anybody else
 */
export function requireMonitor(
  token: string | null,
  { headers, ip }: Pick<StreamRequest, 'headers' | 'ip'>,
): void {
  if (token !== null) {
    requireToken(token, headers.authorization)
    return
  }
  const isDirect = signsOfOthers.every((name) => headers[name] === undefined)
  if (!isDirect || !isLoopback(ip) || !localNames.test(String(headers.host ?? ''))) throw nothingHere
}

function requireToken(token: string, header: string | string[] | undefined): void {
  const given = typeof header === 'string' ? /^Bearer +(\S+) *$/i.exec(header)?.[1] : undefined
  // Hashes have one length, so not even the token's length can be found out.
  if (given !== undefined && timingSafeEqual(hash(given), hash(token))) return
  throw new Problem(
    401,
    'unauthorized',
    'Send the METRICS_TOKEN of this server as "Authorization: Bearer …".',
  )
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function isLoopback(ip: string): boolean {
  return ip === '::1' || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(ip)
}
