import type { IncomingHttpHeaders } from 'node:http'
import type { Origin } from '../../context.ts'

/** The place from which a request came: the address behind the proxies of TRUSTED_PROXIES, and the program that sent it. */
export function originOf({
  ip,
  headers,
}: {
  readonly ip: string
  readonly headers: IncomingHttpHeaders
}): Origin {
  return { ip, userAgent: headers['user-agent'] ?? null }
}
