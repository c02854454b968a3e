import { timingSafeEqual } from 'node:crypto'
import type { Origin } from '../context.ts'
import { Problem } from '../lib/problem.ts'
import { type AttemptRow, hashSecret } from './connect-attempt.ts'

/** The browser of a person on one of our pages. */
export interface AttemptBrowser {
  /** The secret that it keeps for an attempt, or null. */
  readonly secretOf: (attemptId: string) => string | null
  /** The session in which its person is signed in, or null. */
  readonly findSessionId: () => Promise<string | null>
  readonly from: Origin
}

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

/** Refuses another session than the one in which a person began a sign-in. @throws Problem 403 `another_session` */
export async function requireSession(
  { session_id }: Pick<AttemptRow, 'session_id'>,
  { findSessionId }: Pick<AttemptBrowser, 'findSessionId'>,
): Promise<void> {
  if (session_id === null || session_id === (await findSessionId())) return
  throw new Problem(
    403,
    'another_session',
    'This sign-in was begun by somebody who is not signed in to Crier here, or not any more. Nothing was connected. Sign in, and begin again from your accounts.',
  )
}
