import { type ConnectIo, Failure } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import { type OutboundAnswer, OutboundError, type OutboundRequest } from '../lib/safe-fetch/outbound.ts'

const maxAnswerBytes = 1_000_000
// An upload of a large file may take its time; what it may not do is hang.
const timeoutMs = 120_000

/** The world of a connector that signs in, refreshes or revokes. */
export function createConnectIo(context: Pick<Context, 'outbound'>, signal: AbortSignal): ConnectIo {
  return { signal, now: () => new Date(), fetch: (request) => fetchForConnector(context, request, signal) }
}

/** A call that its connector may repeat: whatever goes wrong on the way is `unavailable`. @throws Failure */
export async function fetchForConnector(
  context: Pick<Context, 'outbound'>,
  request: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  try {
    return await context.outbound.fetch(request, { signal, timeoutMs, maxBytes: maxAnswerBytes })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new Failure('unavailable', error.message, { cause: error })
  }
}
