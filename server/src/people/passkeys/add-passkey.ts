import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context, Origin } from '../../context.ts'
import { isDatabaseError, sql, sqlState } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { Problem } from '../../lib/problem.ts'
import { lockPerson } from '../lock-person.ts'
import type { BegunSession } from '../sessions/begin-session.ts'
import type { SignedIn } from '../sessions/find-session.ts'
import { keepOnlySession } from '../sessions/keep-only-session.ts'
import { spendChallenge } from '../spend-challenge.ts'
import { type PasskeyRow, type PasskeyShown, toPasskeyShown } from './list-passkeys.ts'
import { readChallenge } from './passkey-challenge.ts'
import { algorithms, requireRelyingParty } from './relying-party.ts'
import { requireRoomForPasskey } from './require-room-for-passkey.ts'
import { passkeyRefused } from './verify-passkey.ts'

/** A browser’s answer when it made a passkey. */
export type Registration = Pick<RegistrationResponseJSON, 'id' | 'rawId' | 'type'> & {
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: string[]
  }
}

/**
 * Adds the passkey that a browser made for the person. Every other session of theirs ends.
 * @throws Problem 403 `passkey_refused`, 409 `passkey_known`, `too_many_passkeys` or `sign_in_over`
 */
export async function addPasskey(
  context: Pick<Context, 'db' | 'config' | 'secretKeys'>,
  signedIn: SignedIn,
  { name, registration }: { readonly name: string; readonly registration: Registration },
  from: Origin,
): Promise<{ passkey: PasskeyShown; session: BegunSession }> {
  const { userId } = signedIn
  const made = await verify(context, signedIn, registration)
  const { id, publicKey, counter } = made.credential
  const transports = registration.response.transports ?? []
  return context.db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    await requireRoomForPasskey(tx, userId)
    await spendChallenge(tx, made.challenge, made.expiresAt)
    const row = await tx
      .row<PasskeyRow>(sql`
        insert into passkeys (id, user_id, name, credential_id, public_key, uses, transports, is_synced)
        values (${newId()}, ${userId}, ${name}, ${id}, ${Buffer.from(publicKey)}, ${counter}, ${transports},
          ${made.isSynced})
        returning id, name, is_synced, created_at, last_used_at`)
      .catch((error: unknown) => {
        if (!isDatabaseError(error, sqlState.uniqueViolation)) throw error
        throw new Problem(409, 'passkey_known', 'This passkey is in use here already.')
      })
    if (row === null) throw new Error('An insert answered no row.')
    const change = { action: 'person.add_passkey', details: { passkey: row.id, name }, from } as const
    return { passkey: toPasskeyShown(row), session: await keepOnlySession(tx, signedIn, change) }
  })
}

async function verify(
  { config, secretKeys }: Pick<Context, 'config' | 'secretKeys'>,
  { sessionId }: SignedIn,
  { id, rawId, type, response }: Registration,
) {
  const party = requireRelyingParty(config.publicUrl)
  const ours: { challenge: string; expiresAt: Date }[] = []
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { clientDataJSON, attestationObject } = response
  const found = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: (challenge) => {
      const expiresAt = readChallenge(secretKeys, `register ${sessionId}`, challenge)
      if (expiresAt !== null) ours.push({ challenge, expiresAt })
      return expiresAt !== null
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => {
    throw passkeyRefused(error)
  })
  const [spent] = ours
  if (!found.verified || spent === undefined) throw passkeyRefused()
  const { credential, credentialBackedUp } = found.registrationInfo
  return { credential, isSynced: credentialBackedUp, ...spent }
}
