import { hash } from 'node:crypto'
import { Problem } from '../problem.ts'

/** Makes a strong ETag, quotes included, from the parts that identify a version. */
export function etagOf(...versions: readonly (string | number)[]): string {
  return `"${hash('sha256', versions.join('\n'), 'base64url').slice(0, 22)}"`
}

/** Checks whether a header such as `If-None-Match` names this ETag, or any (`*`). Weak and strong ETags are equal here. */
export function namesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/**
 * Refuses a change to an older version than `etag`. Without `If-Match` it accepts every change.
 * @throws Problem 412
 */
export function requireMatch(ifMatch: string | null, etag: string): void {
  if (ifMatch === null || namesEtag(ifMatch, etag)) return
  throw new Problem(
    412,
    'stale',
    'This has changed since you read it. Read it again, then repeat your change.',
  )
}
