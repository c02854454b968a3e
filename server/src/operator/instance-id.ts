import { createHmac } from 'node:crypto'
import { type Config, hostInUrl } from '../config.ts'
import { deriveKey } from '../lib/seal.ts'

/**
 * Identifies an instance by the host and path at which clients reach it. Scheme and port are left out, because they may
 * change without the database being copied. Null if PUBLIC_URL is not set.
 */
export function instanceIdOf({ host, publicUrl }: Config, secretKey: Buffer): string | null {
  const place = placeOf(publicUrl)
  if (place === placeOf(`http://${hostInUrl(host)}`)) return null
  return createHmac('sha256', deriveKey(secretKey, 'instance')).update(place).digest('hex')
}

function placeOf(address: string): string {
  const { hostname, pathname } = new URL(address)
  return `${hostname}${pathname}`.replace(/(?<!\/)\/+$/, '')
}
