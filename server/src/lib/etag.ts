import { hash } from 'node:crypto'
import { Problem } from './problem.ts'

/** A strong ETag, quotes included, for whatever tells two versions apart. */
export function etagOf(...versions: readonly (string | number)[]): string {
  return `"${hash('sha256', versions.join('\n'), 'base64url').slice(0, 22)}"`
}

/** Whether a header such as `If-None-Match` names this ETag, or any (`*`). Weak and strong compare alike. */
export function namesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/**
 * Refuses a change that was made to an older version than `etag`. Without `If-Match` there is nothing to refuse.
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
