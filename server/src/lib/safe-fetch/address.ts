import ipaddr from 'ipaddr.js'

/** The kind of an address: public internet, a network the operator allowed, or neither. */
export type AddressPlace = 'public' | 'allowed' | 'forbidden'

/** Judges addresses by the public ranges of IANA and these CIDRs. @throws Error for a CIDR that is none. */
export function createAddressJudge(allow: readonly string[]): (address: string) => AddressPlace {
  const networks = allow.map((cidr) => ipaddr.parseCIDR(cidr))
  return (text) => {
    if (!ipaddr.isValid(text)) return 'forbidden'
    const address = ipaddr.process(text)
    if (networks.some((network) => contains(network, address))) return 'allowed'
    return isPublic(address) ? 'public' : 'forbidden'
  }
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

function contains([network, bits]: [Address, number], address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits)
}

// ipaddr.js takes IPv4-compatible addresses (::127.0.0.1) for unicast; only 2000::/3 is given out to the internet.
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || ((address.parts[0] ?? 0) & 0xe000) === 0x2000
}
