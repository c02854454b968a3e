import { createHmac } from 'node:crypto'
import type { Context } from '../context.ts'
import { isId } from '../lib/id.ts'
import { deriveKey, isSigned } from '../lib/secrecy/secret-keys.ts'

/**
 * The page of an attempt on our host. The address cannot be guessed, and it does not let anybody in by itself: see
 * continueConnect.
 */
export function attemptLink(
  { config, secretKeys }: Pick<Context, 'config' | 'secretKeys'>,
  { id }: { readonly id: string },
): string {
  return `${config.publicUrl}/connect/${id}.${proofOf(secretKeys.current, id)}`
}

/** The page that says how an attempt went: in the app where a person began it there, else on our host. */
export function pageOfAttempt(
  context: Pick<Context, 'config' | 'secretKeys'>,
  attempt: { readonly id: string; readonly platform: string; readonly session_id: string | null },
): string {
  const { id, platform, session_id: sessionId } = attempt
  if (sessionId === null) return attemptLink(context, attempt)
  return `${context.config.publicUrl}/accounts/connect/${encodeURIComponent(platform)}?attempt=${id}`
}

/** The id of the attempt that the last part of such an address names; null unless we made it. */
export function readAttemptLink({ secretKeys }: Pick<Context, 'secretKeys'>, name: string): string | null {
  const [id = '', proof = ''] = name.split('.')
  if (!isId(id)) return null
  const isOurs = isSigned(secretKeys, Buffer.from(proof), (key) => Buffer.from(proofOf(key, id)))
  return isOurs ? id : null
}

function proofOf(secretKey: Buffer, id: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'connect link')).update(id).digest('base64url')
}
