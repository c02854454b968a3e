import { timingSafeEqual } from 'node:crypto'
import { Problem } from '../lib/problem.ts'
import { type AttemptRow, hashSecret } from './connect-attempt.ts'

/** Whether a browser is the one in which the person agreed to go on, by the secret that it keeps. */
export function isBrowserOf({ browser_hash }: AttemptRow, secret: string | null): boolean {
  return browser_hash !== null && secret !== null && timingSafeEqual(browser_hash, hashSecret(secret))
}

/** Refuses another browser: its person never saw who would be able to publish. @throws Problem 403 `another_browser` */
export function requireBrowser(row: AttemptRow, secret: string | null): void {
  if (isBrowserOf(row, secret)) return
  throw new Problem(
    403,
    'another_browser',
    'This sign-in was begun in another browser, or its cookie is gone. Nothing was connected. Begin again in this browser, from your accounts or from the link that you were given.',
  )
}
