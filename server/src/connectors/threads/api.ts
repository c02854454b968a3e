import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { fetchGraph, type GraphRefusal, graphAt } from '../kit/graph/graph.ts'
import type { ApiCall } from '../kit/json-api.ts'

export const origin = 'https://graph.threads.net'

/** The only version there is; it has no day on which it ends. */
export const version = 'v1.0'

export const restricted = 'Threads has restricted this account.'

// Texts of developers.facebook.com/documentation/threads; the codes as servers were seen to give them.
const refusals: readonly GraphRefusal[] = [
  {
    codes: ['/4279013', '/2207051'],
    kind: 'account_blocked',
    text: restricted,
    isQuoting: true,
  },
  // A container that was just finished, or a post that was just made, is not known everywhere at once.
  { codes: ['24'], kind: 'unknown_outcome', text: 'Threads does not find what it was asked for.' },
  {
    codes: ['THREADS_API__LINK_LIMIT_EXCEEDED'],
    kind: 'invalid',
    text: 'Threads takes up to 5 different links in a post.',
  },
  {
    codes: ['9004', '/2207052'],
    kind: 'unavailable',
    text: 'Threads could not fetch a medium from this server.',
    isQuoting: true,
  },
]

export const graph = graphAt('Threads', origin, refusals)

/** A call that may be repeated, at `/v1.0{path}`. @throws Failure unless it succeeds */
export function callThreads(
  call: Omit<ApiCall, 'token'>,
  token: string,
  io: Pick<ConnectIo, 'fetch' | 'now'>,
): Promise<OutboundAnswer> {
  return fetchGraph(graph, version, call, token, io)
}

/** Fields of a call, as the documentation sends them. */
export function formOf(fields: Readonly<Record<string, string>>): Required<Pick<ApiCall, 'file'>> {
  const bytes = Buffer.from(new URLSearchParams(fields).toString())
  return { file: { bytes, size: bytes.length, mimeType: formType } }
}

export const formType = 'application/x-www-form-urlencoded'

/** The codes by which Threads says that it does not find a thing, or that we may not see it. */
export function isNotFound(error: unknown): error is Failure {
  return error instanceof Failure && /^(?:24(?:\/|$)|100\/33$)/.test(error.platformCode ?? '')
}
