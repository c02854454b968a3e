import { requireLivingKey } from '../../api-keys/require-living-key.ts'
import { personEntry, recordAuditOfPerson } from '../../audit/record-audit.ts'
import type { Caller, Context } from '../../context.ts'
import { type Database, type Queryable, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import type { Sealer } from '../../lib/secrecy/seal.ts'
import { verifyPassword } from '../password.ts'
import { countSignIn, forgetSignIn } from '../sign-in/sign-in-limit.ts'
import { hasTwoFactor, spendCode } from '../two-factor/spend-code.ts'
import { wrongCode } from '../two-factor/wrong-code.ts'
import type { BegunSession, Browser } from './begin-session.ts'
import type { SignedIn } from './find-session.ts'
import { renewSession } from './renew-session.ts'
import { requireLivingSession } from './require-living-session.ts'

/** The things that a person gives to show who they are. */
export interface GivenProof {
  /** Null from somebody who has none. */
  readonly password: string | null
  /** A code of their app or a recovery code; null from somebody without a second factor. */
  readonly code: string | null
}

/**
 * Has a person show once more who they are, for changes that ask for it. It takes what a sign-in takes, so that a cookie and a
 * password together do not turn the second factor off. Somebody without a password gives a code alone. The session gets another
 * token. @throws Problem 401 `not_signed_in`, 403 `wrong_password`, `code_needed` or `wrong_code`, 429
 */
export async function prove(
  { db, sealer }: Pick<Context, 'db' | 'sealer'>,
  signedIn: SignedIn,
  { password, code }: GivenProof,
  from: Browser,
): Promise<BegunSession> {
  const { userId } = signedIn
  const { email, isByCode } = await requireFirstFactor(db, signedIn, password, from)
  const session = await db.transaction(async (tx) => {
    const needsCode = isByCode || (await hasTwoFactor(tx, userId))
    if (needsCode && !(await isRightCode(tx, sealer, userId, code))) {
      await recordAuditOfPerson(tx, { ...personEntry(userId, from), action: 'person.proof_failed' })
      return null
    }
    await forgetSignIn(tx, email, from.ip)
    await recordAuditOfPerson(tx, { ...personEntry(userId, from), action: 'person.prove' })
    return renewSession(tx, signedIn)
  })
  if (session === null) throw wrongCode()
  return session
}

/**
 * The person, if this is their password, or if they have none and are to give a code: their first factor is with the identity
 * provider, which may never say when it asked. It counts like a sign-in. @throws Problem 403 `wrong_password`, 429
 */
async function requireFirstFactor(
  db: Database,
  signedIn: SignedIn,
  password: string | null,
  from: Browser,
): Promise<{ email: string; isByCode: boolean }> {
  const byCode = await db.row<{ email: string }>(sql`
    select u.email from users u join authenticators a on a.user_id = u.id and a.confirmed_at is not null
    where u.id = ${signedIn.userId} and u.password_hash is null`)
  if (byCode === null)
    return { ...(await requireRightPassword(db, signedIn, password, from)), isByCode: false }
  await countSignIn(db, byCode.email, from.ip)
  return { ...byCode, isByCode: true }
}

/**
 * Uses up the code. The count of sign-ins stays until one is right, so that guessing never starts again from 0.
 * @throws Problem 403 `code_needed`
 */
async function isRightCode(
  tx: Queryable,
  sealer: Sealer,
  userId: string,
  code: string | null,
): Promise<boolean> {
  if (code !== null) return spendCode(tx, sealer, userId, code)
  throw new Problem(
    403,
    'code_needed',
    'Give the code that your app shows as well, or a recovery code, or use a passkey.',
  )
}

/** The person, if this is their password. It counts like a sign-in. @throws Problem 403 `wrong_password`, 429 */
export async function requireRightPassword(
  db: Database,
  { userId }: SignedIn,
  password: string | null,
  from: Browser,
): Promise<{ email: string }> {
  const user = await db.row<{ email: string; password_hash: string | null }>(
    sql`select email, password_hash from users where id = ${userId}`,
  )
  if (user === null) throw new Error('A session belongs to nobody.')
  await countSignIn(db, user.email, from.ip)
  if (await verifyPassword(user.password_hash, password ?? '')) return user
  await recordAuditOfPerson(db, { ...personEntry(userId, from), action: 'person.proof_failed' })
  const detail = password === null ? 'Give your password.' : 'The password is wrong.'
  throw new Problem(403, 'wrong_password', detail)
}

/** Refuses a caller who is a person and has not shown lately who they are. @throws Problem 403 `proof_required` */
export function requireProofOf(caller: Caller): void {
  if (caller.kind === 'session') requireFreshProof(caller)
}

/**
 * Refuses also a person whose session has ended meanwhile, and a key that was revoked. Nobody ends the session by a new password,
 * or revokes the key, before the transaction is over. @throws Problem 401, 403 `proof_required`
 */
export async function requireProofWithin(tx: Queryable, caller: Caller): Promise<void> {
  requireProofOf(caller)
  if (caller.kind === 'session') await requireLivingSession(tx, caller)
  if (caller.kind === 'key') await requireLivingKey(tx, caller)
}

/** Refuses a person who has not shown lately who they are. @throws Problem 403 `proof_required` */
export function requireFreshProof({ hasFreshProof }: Pick<SignedIn, 'hasFreshProof'>): void {
  if (hasFreshProof) return
  throw new Problem(403, 'proof_required', 'Show first that it is you: give your password or use a passkey.')
}
