import { createHash } from 'node:crypto'
import { createSessionToken, hashSessionToken } from '../sessions/session-token.ts'

/**
 * The secrets of the two links to one invitation. The one that is shown follows from the one that is mailed, and not the other
 * way round. Both open it, and only who holds the mailed one has shown that they read the mail of the address.
 */
export interface InvitationTokens {
  readonly mailed: string
  readonly shown: string
}

/** Makes the secrets of a new invitation. Neither is stored. */
export function createInvitationTokens(): InvitationTokens {
  const mailed = createSessionToken()
  return { mailed, shown: shownOf(mailed) }
}

/** The hashes under which an invitation may be stored that a text opens; null for a text that no secret can be. */
export function hashesOf(token: string): { ifShown: Buffer; ifMailed: Buffer } | null {
  const [ifShown, ifMailed] = [hashSessionToken(token), hashSessionToken(shownOf(token))]
  return ifShown && ifMailed && { ifShown, ifMailed }
}

function shownOf(mailed: string): string {
  return createHash('sha256').update(`shown ${mailed}`).digest('base64url')
}
