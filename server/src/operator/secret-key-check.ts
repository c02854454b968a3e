import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../lib/seal.ts'

/** A fingerprint of the secret, stored in the database and in backups. It reveals nothing of the secret. */
export function secretKeyCheck(secretKey: Buffer): string {
  return createHmac('sha256', deriveKey(secretKey, 'check')).update('crier').digest('hex')
}

export function isSameCheck(kept: string, check: string): boolean {
  return kept.length === check.length && timingSafeEqual(Buffer.from(kept), Buffer.from(check))
}
