import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { spendChallenge } from '../spend-challenge.ts'
import { type ChallengeUse, makeChallenge, readChallenge } from './passkey-challenge.ts'
import { requireRelyingParty } from './relying-party.ts'
import { idOfUserHandle } from './user-handle.ts'

type PasskeyParts = Pick<Context, 'config' | 'secretKeys'>

/** A browser’s answer when it used a passkey. Members that a browser adds to it are not looked at. */
export type Assertion = Pick<AuthenticationResponseJSON, 'id' | 'rawId' | 'type'> & {
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string | null
  }
}

/**
 * The person whose passkey signed a challenge of ours, which is thereby spent. The row of the passkey stays locked: who removes
 * it ends what this begins. @throws Problem 403 `passkey_refused`, the same for every reason; 409
 */
export async function verifyPasskey(
  tx: Queryable,
  { config, secretKeys }: PasskeyParts,
  use: ChallengeUse,
  { id, rawId, type, response }: Assertion,
): Promise<{ userId: string }> {
  const party = requireRelyingParty(config.publicUrl)
  const row = await tx.row<PasskeyRow>(sql`
    select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", uses::float8 as uses
    from passkeys where credential_id = ${id} for update`)
  const handle = response.userHandle ?? null
  if (row === null || (handle !== null && idOfUserHandle(handle) !== row.userId)) throw passkeyRefused()
  const ours: { challenge: string; expiresAt: Date }[] = []
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { clientDataJSON, authenticatorData, signature } = response
  const found = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: (challenge) => {
      const expiresAt = readChallenge(secretKeys, use, challenge)
      if (expiresAt !== null) ours.push({ challenge, expiresAt })
      return expiresAt !== null
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: row.credentialId, publicKey: new Uint8Array(row.publicKey), counter: row.uses },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw passkeyRefused(error)
  })
  const [spent] = ours
  if (!found.verified || spent === undefined) throw passkeyRefused()
  await spendChallenge(tx, spent.challenge, spent.expiresAt)
  const { newCounter, credentialBackedUp } = found.authenticationInfo
  await tx.run(sql`
    update passkeys set uses = ${newCounter}, is_synced = ${credentialBackedUp}, last_used_at = clock_timestamp()
    where id = ${row.id}`)
  return { userId: row.userId }
}

/** Makes what a browser needs to use a passkey: any that it has of this server, without an address typed. @throws Problem 409 */
export async function askForPasskey(
  { config, secretKeys }: PasskeyParts,
  use: ChallengeUse,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const party = requireRelyingParty(config.publicUrl)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: Buffer.from(makeChallenge(secretKeys, use), 'base64url'),
    userVerification: 'required',
  })
}

interface PasskeyRow {
  readonly id: string
  readonly userId: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly uses: number
}

/** The person who has the passkey that an assertion names, whether or not they made it; null where there is no such passkey. */
export async function findOwnerOfPasskey(db: Queryable, { id }: Assertion): Promise<string | null> {
  const row = await db.row<{ userId: string }>(
    sql`select user_id as "userId" from passkeys where credential_id = ${id}`,
  )
  return row?.userId ?? null
}

/** Whether an assertion was refused: it was wrong, or its challenge is spent, too old or not ours. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'passkey_refused' || error.code === 'sign_in_over')
}

/** 403 for any fault of a passkey. */
export function passkeyRefused(cause?: unknown): Problem {
  const problem = new Problem(
    403,
    'passkey_refused',
    'This passkey was not accepted. Try again, or another way.',
  )
  problem.cause = cause
  return problem
}
