import { type ConnectIo, type Connector, Failure, type FetchLimits } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import type { JsonObject } from '../lib/json/json.ts'
import {
  type Outbound,
  type OutboundAnswer,
  OutboundError,
  type OutboundRequest,
} from '../lib/safe-fetch/outbound.ts'
import { findApp } from '../platform-apps/find-app.ts'
import { findRegistration } from '../platform-apps/registration.ts'

// Long enough for the upload of a file, and short enough for a server that hangs.
const usually: FetchLimits = { timeoutMs: 120_000, maxBytes: 1_000_000 }

type ConnectIoParts = Pick<Context, 'config' | 'db' | 'outboundOf' | 'sealer'>

/** The world of a connector that signs in, refreshes, revokes or publishes, without what only some of these may do. */
export function createConnectIo(
  context: ConnectIoParts,
  connector: Pick<Connector, 'platform' | 'name' | 'app'>,
  signal: AbortSignal,
): ConnectIo {
  const { platform } = connector
  return {
    signal,
    now: () => new Date(),
    publicUrl: context.config.publicUrl,
    fetch: (request, within) => fetchForConnector(context.outboundOf(platform), request, signal, within),
    app: () => requireApp(context, connector),
    registration: (name, make, refused) =>
      findRegistration(context, { platform, name }, make, refused ?? null),
  }
}

async function requireApp(
  context: ConnectIoParts,
  connector: Pick<Connector, 'platform' | 'name' | 'app'>,
): Promise<JsonObject> {
  const found = await findApp(context, connector)
  if (found) return found.settings
  throw new Failure('app_unusable', `The operator of this server has set no app for ${connector.name}.`)
}

/** A call that its connector may repeat: whatever goes wrong on the way is `unavailable`. @throws Failure */
async function fetchForConnector(
  outbound: Outbound,
  request: OutboundRequest,
  signal: AbortSignal,
  within: FetchLimits = usually,
): Promise<OutboundAnswer> {
  try {
    return await outbound.fetch(request, { ...within, signal })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new Failure('unavailable', error.words, { cause: error })
  }
}
