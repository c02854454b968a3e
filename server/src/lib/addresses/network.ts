import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The fault of a text that should be a network in CIDR notation, as the end of a sentence; null where it is one. */
export function findNetworkFault(text: string): string | null {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  const isAddress = family !== 0 && !address.includes('%') && rest.length === 0
  if (isAddress && (bits === undefined || isLength(bits, family))) return null
  return 'it must be a network such as 10.0.0.0/8, or an address'
}

/** Like `findNetworkFault`, and nothing may be set behind the length of the network: `10.0.0.1/8` could mean one address or many. */
export function findExactNetworkFault(text: string): string | null {
  const fault = findNetworkFault(text)
  const [address = '', bits] = text.split('/')
  if (fault !== null || bits === undefined) return fault
  const first = firstOf(text)
  if (ipaddr.parse(first).toString() === ipaddr.parse(address).toString()) return null
  return `write ${first}/${bits} for that network, or ${address} for that address`
}

function isLength(bits: string, family: number): boolean {
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

function firstOf(network: string): string {
  const { IPv4, IPv6 } = ipaddr
  return (network.includes(':') ? IPv6 : IPv4).networkAddressFromCIDR(network).toString()
}

/**
 * The network of one customer as a text: an address of IPv4 itself, and the first 64 bits of one of IPv6, of which a customer
 * has at least 2^64. A text that is no address stands for itself.
 */
export function customerNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.')
}

/**
 * An address as people and databases write it: one of IPv4 also where it came by a socket of IPv6, and one of the local link without
 * the network card (`%eth0`) behind it. Null for a text that is no address.
 */
export function plainAddressOf(text: string): string | null {
  const [address = ''] = text.split('%')
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : null
}
