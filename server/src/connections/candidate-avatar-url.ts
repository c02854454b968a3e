import { createHmac } from 'node:crypto'
import type { Context } from '../context.ts'
import { isId } from '../lib/id.ts'
import { deriveKey, isSigned } from '../lib/secrecy/secret-keys.ts'

/** One profile of a sign-in: its attempt, and its place among the candidates. */
export interface CandidatePlace {
  readonly id: string
  readonly place: number
}

/** The address of its picture on our host. Nobody can guess it. */
export function candidateAvatarUrl(
  { config, secretKeys }: Pick<Context, 'config' | 'secretKeys'>,
  at: CandidatePlace,
): string {
  return `${config.publicUrl}/avatars/candidates/${at.id}.${at.place}.${proofOf(secretKeys.current, at)}.webp`
}

/** The profile that the last part of such an address names; null unless we made it. */
export function readCandidateName(
  { secretKeys }: Pick<Context, 'secretKeys'>,
  file: string,
): CandidatePlace | null {
  const [id = '', place = '', proof = ''] = /^([^.]+)\.(\d{1,4})\.([^.]+)\.webp$/.exec(file)?.slice(1) ?? []
  if (!isId(id)) return null
  const asked = { id, place: Number(place) }
  const isOurs = isSigned(secretKeys, Buffer.from(proof), (key) => Buffer.from(proofOf(key, asked)))
  return isOurs ? asked : null
}

function proofOf(secretKey: Buffer, { id, place }: CandidatePlace): string {
  const key = deriveKey(secretKey, 'candidate avatar')
  return createHmac('sha256', key).update(`${id} ${place}`).digest('base64url')
}
