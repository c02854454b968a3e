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

/** Whether a proxy says that it passes this request on. A proxy that says nothing cannot be told from a program here. */
export function isForwarded(headers: Headers): boolean {
  return forwardingHeaders.some((name) => headers[name] !== undefined)
}
