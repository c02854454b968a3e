import { createOutbound } from '../../lib/safe-fetch/create-outbound.ts'
import { type Outbound, OutboundError, type OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import { Failure, type IdentifyIo } from '../connector.ts'
import { createInstallation } from './installation.ts'

/**
 * The way out of a test: this machine alone may be reached.
 * @param standIns the server that stands for a network, by the origin of the network
 */
export function localOutbound(standIns: Readonly<Record<string, string>> = {}): Outbound {
  const outbound = createOutbound({ allow: ['127.0.0.1/32'], internalHosts: new Map(), resolve: findLocally })
  const addressOf = (url: string): string => {
    const { origin, href } = new URL(url)
    return (standIns[origin] ?? origin) + href.slice(origin.length)
  }
  const toStandIn = (request: OutboundRequest) => ({ ...request, url: addressOf(request.url) })
  return {
    // This machine stands for the public internet too.
    fetch: (request, limits) => outbound.fetch(toStandIn(request), { ...limits, isPublicOnly: false }),
    sendOnce: (request, limits) => outbound.sendOnce(toStandIn(request), limits),
    open: (url, limits) => outbound.open(addressOf(url), limits),
    check: (url, signal) => outbound.check(addressOf(url), signal),
    close: outbound.close,
  }
}

/**
 * Finds the addresses of names in tests: this machine's own name alone. A test that asked for the names of the internet would
 * take five seconds longer wherever a name server keeps silent, and a test that asked a real network would fail tomorrow.
 * @throws Error for every other name, at once
 */
export async function findLocally(name: string): Promise<readonly string[]> {
  if (name === 'localhost') return ['127.0.0.1']
  throw new Error(`No server stands for ${name} in this test.`)
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
