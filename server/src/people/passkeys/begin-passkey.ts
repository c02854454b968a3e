import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import type { SignedIn } from '../sessions/find-session.ts'
import { makeChallenge } from './passkey-challenge.ts'
import { algorithms, requireRelyingParty } from './relying-party.ts'
import { requireRoomForPasskey } from './require-room-for-passkey.ts'
import { userHandleOf } from './user-handle.ts'

/** Makes what a browser needs to make a passkey for a person. @throws Problem 409 */
export async function beginPasskey(
  { db, config, secretKeys }: Pick<Context, 'db' | 'config' | 'secretKeys'>,
  { userId, sessionId }: SignedIn,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const party = requireRelyingParty(config.publicUrl)
  await requireRoomForPasskey(db, userId)
  const person = await db.row<{ email: string }>(sql`select email from users where id = ${userId}`)
  if (person === null) throw new Error('A session belongs to nobody.')
  const known = await db.rows<{ id: string; transports: string[] }>(sql`
    select credential_id as id, transports from passkeys where user_id = ${userId}`)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: 'Crier',
    rpID: party.id,
    userID: userHandleOf(userId),
    userName: person.email,
    userDisplayName: person.email,
    challenge: Buffer.from(makeChallenge(secretKeys, `register ${sessionId}`), 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}
