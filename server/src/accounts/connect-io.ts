import { type ConnectIo, Failure, type FetchLimits } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import { type OutboundAnswer, OutboundError, type OutboundRequest } from '../lib/safe-fetch/outbound.ts'

// Long enough for the upload of a file, and short enough for a server that hangs.
const usually: FetchLimits = { timeoutMs: 120_000, maxBytes: 1_000_000 }

/** The world of a connector that signs in, refreshes or revokes. */
export function createConnectIo(context: Pick<Context, 'outbound'>, signal: AbortSignal): ConnectIo {
  return {
    signal,
    now: () => new Date(),
    fetch: (request, within) => fetchForConnector(context, request, signal, within),
  }
}

/** A call that its connector may repeat: whatever goes wrong on the way is `unavailable`. @throws Failure */
export async function fetchForConnector(
  context: Pick<Context, 'outbound'>,
  request: OutboundRequest,
  signal: AbortSignal,
  within: FetchLimits = usually,
): Promise<OutboundAnswer> {
  try {
    return await context.outbound.fetch(request, { ...within, signal })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new Failure('unavailable', error.message, { cause: error })
  }
}
