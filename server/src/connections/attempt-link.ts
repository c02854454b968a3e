import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'
import { isId } from '../lib/id.ts'
import { deriveKey } from '../lib/seal.ts'

/** The page of an attempt on our host. Nobody can guess it, and it alone does not let anybody in: see continueConnect. */
export function attemptLink(
  { config, secretKey }: Pick<Context, 'config' | 'secretKey'>,
  { id }: { readonly id: string },
): string {
  return `${config.publicUrl}/connect/${id}.${proofOf(secretKey, id)}`
}

/** The id of the attempt that the last part of such an address names; null unless we made it. */
export function readAttemptLink({ secretKey }: Pick<Context, 'secretKey'>, name: string): string | null {
  const [id = '', proof = ''] = name.split('.')
  if (!isId(id)) return null
  const expected = Buffer.from(proofOf(secretKey, id))
  const given = Buffer.from(proof)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

function proofOf(secretKey: Buffer, id: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'connect link')).update(id).digest('base64url')
}
