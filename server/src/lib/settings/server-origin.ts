import { isIP } from 'node:net'

export type ServerOrigin =
  | { readonly origin: string }
  /** The reason why the text is not an origin, as a sentence for its author. */
  | { readonly fault: string }

/**
 * The origin of a server that a person named, with or without its scheme. Whether its address may be reached is for
 * lib/safe-fetch to say; a secret goes over plain HTTP only to a machine that has no public name.
 */
export function readServerOrigin(text: string, example: string): ServerOrigin {
  const trimmed = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (!url || !['https:', 'http:'].includes(url.protocol))
    return { fault: `The server must be an address such as ${example}.` }
  if (url.username !== '' || url.password !== '')
    return { fault: 'The address of the server must not carry a name or a password.' }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return { fault: `The server must be given by its bare address, such as ${url.origin}.` }
  if (url.protocol === 'http:' && !isInHouse(url.hostname))
    return { fault: 'The server must be reached by https, or a secret could be read on the way.' }
  return { origin: url.origin }
}

function isInHouse(hostname: string): boolean {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isAddress || !hostname.includes('.') || /\.(?:localhost|internal|local|test)$/.test(hostname)
}
