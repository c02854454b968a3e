import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../lib/seal.ts'

/** What a database and a backup keep of the secret: enough to know it again, and nothing of it. */
export function secretKeyCheck(secretKey: Buffer): string {
  return createHmac('sha256', deriveKey(secretKey, 'check')).update('crier').digest('hex')
}

export function isSameCheck(kept: string, check: string): boolean {
  return kept.length === check.length && timingSafeEqual(Buffer.from(kept), Buffer.from(check))
}
