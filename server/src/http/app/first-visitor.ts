import type { IncomingHttpHeaders } from 'node:http'
import { usualUrlOf } from '../../lib/addresses/host-in-url.ts'
import { isLoopback, isLoopbackHost } from '../../lib/addresses/loopback.ts'
import { isForwarded } from '../is-forwarded.ts'

interface Address {
  readonly host: string
  readonly port: number
  readonly publicUrl: string
}

/** Whether a server has the address of one on somebody's own machine: it listens there alone, and has no other name. */
export function isForThisMachineAlone({ host, port, publicUrl }: Address): boolean {
  return isLoopbackHost(host) && publicUrl === usualUrlOf({ host, port })
}

interface Visit {
  readonly socket: { readonly remoteAddress?: string | undefined }
  readonly headers: Readonly<IncomingHttpHeaders>
}

/**
 * Whether a browser on this machine asks a server that only this machine reaches, so that its person may become the first
 * owner without the token. A proxy that says nothing of itself comes from this machine too, so a server with another address
 * trusts nobody. The name under which the request came was checked before.
 */
export function isAtMachine({ socket, headers }: Visit, address: Address): boolean {
  return isForThisMachineAlone(address) && isLoopback(socket.remoteAddress ?? '') && !isForwarded(headers)
}
