import type { IncomingHttpHeaders } from 'node:http'

/** Headers that proxies add to say for whom they ask. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

type Headers = Readonly<IncomingHttpHeaders>

/**
 * Whether a proxy says that it forwards this request. A proxy that sends no such header looks like a program on this
 * machine.
 */
export function isForwarded(headers: Headers): boolean {
  return forwardingHeaders.some((name) => headers[name] !== undefined)
}
