import { createHash, timingSafeEqual } from 'node:crypto'
import { isLoopback } from '../lib/addresses/loopback.ts'
import { Problem } from '../lib/problem.ts'
import { isForwarded } from './is-forwarded.ts'
import type { StreamRequest } from './stream-route.ts'

/** The port that a request for the numbers came to: the one of the API, which a proxy may publish, or PROBE_PORT. */
export type MonitoredPort = 'api' | 'probe'

const localNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Lets only a monitor read the numbers: where a token is set, anybody who sends it. Where none is set, a program on this
 * machine that asks PROBE_PORT directly, by a name of this machine, so that no page in a browser passes them on. A proxy on
 * this machine may send nothing that tells it from such a program, so the port that it publishes needs the token.
 * @throws Problem 401 without the token; 404 for anybody else
 */
export function requireMonitor(
  token: string | null,
  { headers, ip }: Pick<StreamRequest, 'headers' | 'ip'>,
  port: MonitoredPort,
): void {
  if (token !== null) {
    requireToken(token, headers.authorization)
    return
  }
  if (port === 'api') throw notHere
  const isOfPage = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  const isNamedHere = localNames.test(String(headers.host ?? ''))
  if (isForwarded(headers) || isOfPage || !isLoopback(ip) || !isNamedHere) throw notHere
}

const notHere = new Problem(
  404,
  'not_found',
  'The numbers are for a monitor that sends METRICS_TOKEN, or asks PROBE_PORT on the machine itself.',
)

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
