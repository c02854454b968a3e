import { bluesky } from '../../src/connectors/bluesky/connector.ts'
import { type Account, Failure, type IdentifyIo } from '../../src/connectors/connector.ts'
import type { JsonObject } from '../../src/lib/json/json.ts'
import { createOutbound } from '../../src/lib/safe-fetch/create-outbound.ts'
import { type Outbound, OutboundError } from '../../src/lib/safe-fetch/outbound.ts'

/** The way out of a test: this machine alone may be reached. */
export function localOutbound(): Outbound {
  return createOutbound({ allow: ['127.0.0.1/32'], internalHosts: new Map() })
}

export function identifyIo(outbound: Outbound): IdentifyIo {
  const { signal } = new AbortController()
  return {
    space: 'a-workspace',
    now: () => new Date(),
    signal,
    fetch: (request, within) =>
      outbound
        .fetch(request, { timeoutMs: 5_000, maxBytes: 1_000_000, ...within, signal })
        .catch((error: unknown) => {
          if (!(error instanceof OutboundError)) throw error
          throw new Failure('unavailable', error.message, { cause: error })
        }),
  }
}

/** Connects an account as a person does: by server, handle and app password. */
export async function connectAccount(
  outbound: Outbound,
  given: { service: string; handle: string; appPassword: string; directory?: string },
): Promise<{ account: Account; credentials: JsonObject }> {
  const { service, handle, appPassword, directory } = given
  const input = { service, handle, app_password: appPassword, ...(directory ? { directory } : {}) }
  const { externalId, username, settings, credentials } = await bluesky.connect.identify(
    input,
    identifyIo(outbound),
  )
  return { account: { id: 'an-account', externalId, username, settings }, credentials }
}
