import type { FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'

const absoluteForm = /^https?:\/\/([^/?#]*)/i

/** The target of a request as path and query, also where it was sent as an absolute address (RFC 9112, 3.2.2). */
export function originForm(target: string): string {
  const absolute = target.startsWith('/') ? null : absoluteForm.exec(target)
  if (absolute === null) return target
  const rest = target.slice(absolute[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * Finds what is wrong with the frame of a request, which a proxy in front of us may have read differently: its host, its
 * target, its transfer coding, its expectation (RFC 9112, 3.2 and 6.1; RFC 9110, 10.1.1).
 */
export function checkFraming(request: FastifyRequest): Problem | null {
  const { headers, originalUrl, method, raw } = request
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    const detail = 'This server understands no transfer coding but "chunked".'
    return new Problem(501, 'transfer_coding_unknown', detail)
  }
  if (headers.expect !== undefined && raw.httpVersion === '1.1' && !/^100-continue$/i.test(headers.expect))
    return new Problem(417, 'expectation_failed', 'This server can meet no expectation but "100-continue".')
  const hosts = countHosts(raw.rawHeaders)
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1'))
    return new Problem(400, 'invalid_host', 'Send exactly one Host header.')
  if (originalUrl.startsWith('/') || (originalUrl === '*' && method === 'OPTIONS')) return null
  const authority = absoluteForm.exec(originalUrl)?.[1]
  if (authority === undefined)
    return new Problem(
      400,
      'invalid_target',
      'The target of the request must be a path that begins with "/".',
    )
  if (authority.toLowerCase() === headers.host?.toLowerCase()) return null
  return new Problem(
    400,
    'invalid_host',
    'The target of the request names a different host from its Host header.',
  )
}

/** Names are at the even indexes. Node itself keeps only the first Host. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}
