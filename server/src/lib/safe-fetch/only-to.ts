import { type Outbound, OutboundError } from './outbound.ts'

/** Narrows a way out to one host: every other address is refused before anything is looked up or sent. */
export function onlyTo(host: string, outbound: Outbound): Outbound {
  const guard = (url: string) => {
    if (URL.parse(url)?.hostname !== host)
      throw new OutboundError('blocked', `Only ${host} may be asked here.`)
  }
  return {
    fetch: async (request, limits) => {
      guard(request.url)
      return outbound.fetch(request, limits)
    },
    sendOnce: async (request, limits) => {
      guard(request.url)
      return outbound.sendOnce(request, limits)
    },
    open: async (url, limits) => {
      guard(url)
      return outbound.open(url, limits)
    },
    check: async (url, signal) => {
      guard(url)
      return outbound.check(url, signal)
    },
    close: () => outbound.close(),
  }
}
