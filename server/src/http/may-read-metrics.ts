import { createHash, timingSafeEqual } from 'node:crypto'
import { Problem } from '../lib/problem.ts'
import type { StreamRequest } from './operation.ts'
import { nothingHere } from './problems.ts'

/** What only a proxy or a browser sends: behind them stands somebody else than this machine. */
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
 * Lets only a monitor read the numbers: with a token whoever sends it; without one only a program on this machine that
 * asks directly, by a name of this machine, so that neither a proxy beside us nor a page in a browser passes them on.
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
  // Hashes are of one length, so that not even that of the token can be found out.
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
