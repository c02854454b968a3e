import { readServerAddress } from '../../lib/settings/server-origin.ts'

/** The most relays that get each post. */
export const mostRelays = 10

const example = 'wss://relay.example.org'

/** The address of a relay in the form in which it is kept, or why a text is none. Plain `ws` is for machines without a public name. */
export function readRelay(text: string): { readonly address: string } | { readonly fault: string } {
  const trimmed = text.trim()
  if (/^https?:/i.test(trimmed)) return { fault: `A relay has an address such as ${example}.` }
  const read = readServerAddress(trimmed.replace(/^ws(?=s?:)/i, 'http'), example)
  return 'fault' in read ? read : { address: read.address.replace(/^http/, 'ws') }
}
