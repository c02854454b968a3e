import { createOutbound } from '../../lib/safe-fetch/create-outbound.ts'
import { type Outbound, OutboundError } from '../../lib/safe-fetch/outbound.ts'
import { Failure, type IdentifyIo } from '../connector.ts'
import { createInstallation } from './installation.ts'

/** The way out of a test: this machine alone may be reached. */
export function localOutbound(): Outbound {
  return createOutbound({ allow: ['127.0.0.1/32'], internalHosts: new Map() })
}

/** The `io` of `connect`, over real HTTP. */
export function identifyIo(outbound: Outbound): IdentifyIo {
  const { signal } = new AbortController()
  return {
    ...createInstallation(),
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
