import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { joinHeaders } from './join-headers.ts'
import { type OpenAnswer, type OpenLimits, OutboundError } from './outbound.ts'

/**
 * Makes one GET, and answers as soon as the headers are there.
 * @throws OutboundError
 */
export async function openAnswer(
  dispatcher: Dispatcher,
  url: string,
  { signal, headersTimeoutMs, headers = {} }: OpenLimits,
): Promise<OpenAnswer> {
  const { origin, pathname, search } = new URL(url)
  const stopping = new AbortController()
  const isLate = setTimeout(() => stopping.abort(new Error('late')), headersTimeoutMs)
  try {
    const answer = await dispatcher.request({
      origin,
      path: `${pathname}${search}`,
      method: 'GET',
      headers: { ...headers, 'user-agent': 'Crier', accept: '*/*', 'accept-encoding': 'identity' },
      signal: AbortSignal.any([signal, stopping.signal]),
    })
    return { status: answer.statusCode, headers: joinHeaders(answer.headers), body: guarded(answer.body) }
  } catch (error) {
    if (error instanceof OutboundError) throw error
    const message = stopping.signal.aborted
      ? `There was no answer within ${headersTimeoutMs} ms.`
      : 'The connection broke.'
    throw new OutboundError('no_answer', message, error)
  } finally {
    clearTimeout(isLate)
  }
}

/** A body that is given up reports it as an error, which would end the process if nobody listened. */
function guarded(body: Readable): Readable {
  return body.on('error', () => undefined)
}
