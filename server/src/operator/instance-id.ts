import { createHmac } from 'node:crypto'
import { type Config, hostInUrl } from '../config.ts'
import { deriveKey } from '../lib/seal.ts'

/**
 * Tells instances apart by the address under which clients reach them: its host and path, for a port changes, and http
 * becomes https, without a copy being made. Null for the address that nobody chose.
 */
export function instanceIdOf({ host, publicUrl }: Config, secretKey: Buffer): string | null {
  const place = placeOf(publicUrl)
  if (place === placeOf(`http://${hostInUrl(host)}`)) return null
  return createHmac('sha256', deriveKey(secretKey, 'instance')).update(place).digest('hex')
}

function placeOf(address: string): string {
  const { hostname, pathname } = new URL(address)
  return `${hostname}${pathname}`.replace(/\/+$/, '')
}
