import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { abortAfter } from '../concurrency/with-timeout.ts'
import { sentence, type Words } from '../text/sentence.ts'
import { type AddressPlace, createAddressJudge } from './address.ts'
import { createResolve, type Resolve } from './create-resolve.ts'
import { OutboundError, type OutboundOptions } from './outbound.ts'

/** Names, TCP and TLS together may take this long. */
const connectTimeoutMs = 5_000
const publicPorts = [80, 443]
const resolveBySystem = createResolve()

/** A host and port to connect to, from an address whose form was checked. */
export interface Destination {
  readonly secure: boolean
  /** Lower case, without brackets. */
  readonly hostname: string
  readonly port: number
}

/** Opens a connection to one of the addresses that were checked, and to no other. @throws OutboundError */
export type OpenSocket = (destination: Destination, signal: AbortSignal | null) => Promise<Socket>

export function createOpenSocket(options: OutboundOptions): OpenSocket {
  const judge = createAddressJudge(options.allow)
  const resolve = options.resolve ?? resolveBySystem
  const open = async (destination: Destination, stop: AbortSignal): Promise<Socket> => {
    const internal = options.internalHosts.get(destination.hostname)
    if (internal) {
      const { host, port } = internal.address()
      // Its connection stays within this machine, so it is plain also where the address says https.
      return connect({ ...destination, port, secure: false }, [host], stop)
    }
    const addresses = await findAddresses(destination.hostname, resolve, stop)
    refuseForbidden(destination, addresses, judge)
    return connect(destination, addresses, stop)
  }
  return (destination, signal) => abortAfter(connectTimeoutMs, signal, (stop) => open(destination, stop))
}

/** Resolves a name and checks its addresses without connecting. @throws OutboundError */
export async function checkDestination(
  destination: Destination,
  { allow, internalHosts, resolve = resolveBySystem }: OutboundOptions,
  signal: AbortSignal,
): Promise<void> {
  if (internalHosts.has(destination.hostname)) return
  const addresses = await abortAfter(connectTimeoutMs, signal, (stop) =>
    findAddresses(destination.hostname, resolve, stop),
  )
  refuseForbidden(destination, addresses, createAddressJudge(allow))
}

/**
 * Reads the destination of a request and refuses forms that are never sent to: http or https only, no user, no name that
 * ends in a dot.
 * @throws OutboundError `blocked`
 */
export function readDestination(url: URL): Destination {
  const secure = url.protocol === 'https:'
  if (!secure && url.protocol !== 'http:') throw blocked(`${url.protocol} is not http or https`)
  if (url.username || url.password) throw blocked('it carries a user name')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  if (hostname.endsWith('.')) throw blocked('its name ends in a dot')
  return { secure, hostname, port: url.port ? Number(url.port) : secure ? 443 : 80 }
}

async function findAddresses(name: string, resolve: Resolve, stop: AbortSignal): Promise<readonly string[]> {
  if (isIP(name)) return [name]
  const found = await until(stop, resolve(name)).catch((error: unknown) => {
    throw notSent(sentence('The name {name} could not be resolved.', { name }), error)
  })
  if (found.length === 0) throw notSent(sentence('The name {name} has no address.', { name }))
  return found
}

/** Refuses a name if any of its addresses is forbidden, because no honest name points inside. */
function refuseForbidden(
  { hostname, secure, port }: Destination,
  addresses: readonly string[],
  judge: (address: string) => AddressPlace,
): void {
  const places = addresses.map(judge)
  const forbidden = addresses[places.indexOf('forbidden')]
  if (forbidden !== undefined) throw forbiddenPlace(hostname, forbidden)
  if (places.every((place) => place === 'allowed')) return
  if (isIP(hostname)) throw blocked('it names a number instead of a host')
  if (!secure) throw blocked('it is not https')
  if (!publicPorts.includes(port)) throw blocked(`port ${port} is not 80 or 443`)
}

function connect(destination: Destination, addresses: readonly string[], stop: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  if (stop.aborted) return Promise.reject(stopped(destination, stop))
  const socket = destination.secure ? dialTls(destination, addresses) : dialTcp(destination, addresses)
  let isOpen = false
  const onStop = () => socket.destroy(stopped(destination, stop))
  stop.addEventListener('abort', onStop, { once: true })
  socket.once(destination.secure ? 'secureConnect' : 'connect', () => {
    isOpen = true
    stop.removeEventListener('abort', onStop)
    socket.setNoDelay(true)
    resolve(socket)
  })
  // This listener stays, so that an error between connecting and use is never unhandled.
  socket.on('error', (error) => {
    if (isOpen) return
    stop.removeEventListener('abort', onStop)
    const { hostname, port } = destination
    reject(
      error instanceof OutboundError
        ? error
        : notSent(sentence('There is no connection to {hostname} port {port}.', { hostname, port }), error),
    )
  })
  return promise
}

function dialTcp({ port }: Destination, addresses: readonly string[]): Socket {
  return connectTcp({ host: 'checked', port, lookup: answerWith(addresses) })
}

function dialTls({ hostname, port }: Destination, addresses: readonly string[]): Socket {
  return connectTls({
    // Without a lookup of its own Node would resolve a second time, and might find another address.
    ...(isIP(hostname)
      ? { host: hostname }
      : { host: hostname, servername: hostname, lookup: answerWith(addresses) }),
    port,
    ALPNProtocols: ['http/1.1'],
  })
}

function answerWith(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, callback) => {
    if (options.all) callback(null, all)
    else callback(null, all[0]?.address ?? '', all[0]?.family ?? 4)
  }
}

function until<Result>(stop: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  if (stop.aborted) reject(stop.reason)
  const onStop = () => reject(stop.reason)
  stop.addEventListener('abort', onStop, { once: true })
  return Promise.race([work, promise]).finally(() => stop.removeEventListener('abort', onStop))
}

// The message may reach a stranger who asks for names of machines inside, so their numbers stand in the cause, for the log alone.
function forbiddenPlace(hostname: string, address: string): OutboundError {
  const place = isIP(hostname) ? hostname : 'its name leads to a place that'
  const why = `${place} is not on the public internet, and OUTBOUND_ALLOW does not name it`
  return blocked(why, new Error(`${hostname} leads to ${address}.`))
}

function blocked(why: string, cause?: Error): OutboundError {
  return new OutboundError('blocked', `This address may not be reached: ${why}.`, cause)
}

function notSent(words: Words, cause?: unknown): OutboundError {
  return new OutboundError('not_sent', words, cause)
}

function stopped({ hostname, port }: Destination, stop: AbortSignal): OutboundError {
  const words = sentence('There was no connection to {hostname} port {port} in time.', { hostname, port })
  return notSent(words, stop.reason)
}
