import { isIP } from 'node:net'

/** The reason why a text is not an address of a server, as a sentence for its author. */
interface Fault {
  readonly fault: string
}

export type ServerOrigin = { readonly origin: string } | Fault

export type ServerAddress =
  /** Without a slash at its end. */
  { readonly address: string } | Fault

/**
 * The origin of a server that a person named, with or without its scheme. Whether its address may be reached is for
 * lib/safe-fetch to say; a secret goes over plain HTTP only to a machine that has no public name.
 */
export function readServerOrigin(text: string, example: string): ServerOrigin {
  const read = readServer(text, example, false)
  return 'fault' in read ? read : { origin: read.origin }
}

/** The address of a server that shares its host with others, so that a path belongs to it; by the rules of `readServerOrigin`. */
export function readServerAddress(text: string, example: string): ServerAddress {
  const read = readServer(text, example, true)
  return 'fault' in read ? read : { address: `${read.origin}${read.pathname.replace(/\/$/, '')}` }
}

function readServer(text: string, example: string, mayHavePath: boolean): URL | Fault {
  const trimmed = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (!url || !['https:', 'http:'].includes(url.protocol))
    return { fault: `The server must be an address such as ${example}.` }
  if (url.username !== '' || url.password !== '')
    return { fault: 'The address of the server must not carry a name or a password.' }
  const bare = mayHavePath ? `${url.origin}${url.pathname}` : url.origin
  if ((url.pathname !== '/' && !mayHavePath) || url.search !== '' || url.hash !== '')
    return { fault: `The server must be given by its bare address, such as ${bare}.` }
  if (url.protocol === 'http:' && !isInHouse(url.hostname))
    return { fault: 'The server must be reached by https, or a secret could be read on the way.' }
  return url
}

function isInHouse(hostname: string): boolean {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isAddress || !hostname.includes('.') || /\.(?:localhost|internal|local|test)$/.test(hostname)
}
