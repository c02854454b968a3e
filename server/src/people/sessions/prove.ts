import { personEntry, recordAuditOfPerson } from '../../audit/record-audit.ts'
import type { Caller } from '../../context.ts'
import { type Database, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { verifyPassword } from '../password.ts'
import { countSignIn, forgetSignIn } from '../sign-in/sign-in-limit.ts'
import type { Browser } from './begin-session.ts'
import type { SignedIn } from './find-session.ts'

const freshMs = 10 * 60_000

/** Has a person show once more who they are, for changes that ask for it. @throws Problem 403 `wrong_password`, 429 */
export async function prove(
  db: Database,
  signedIn: SignedIn,
  password: string,
  from: Browser,
): Promise<void> {
  const { email } = await requireRightPassword(db, signedIn, password, from)
  await db.transaction(async (tx) => {
    await forgetSignIn(tx, email, from.ip)
    await tx.run(sql`update sessions set proved_at = clock_timestamp() where id = ${signedIn.sessionId}`)
    await recordAuditOfPerson(tx, { ...personEntry(signedIn.userId, from), action: 'person.prove' })
  })
}

/** The person, if this is their password. It counts like a sign-in. @throws Problem 403 `wrong_password`, 429 */
export async function requireRightPassword(
  db: Database,
  { userId }: SignedIn,
  password: string,
  from: Browser,
): Promise<{ email: string }> {
  const user = await db.row<{ email: string; password_hash: string | null }>(
    sql`select email, password_hash from users where id = ${userId}`,
  )
  if (user === null) throw new Error('A session belongs to nobody.')
  await countSignIn(db, user.email, from.ip)
  if (await verifyPassword(user.password_hash, password)) return user
  await recordAuditOfPerson(db, { ...personEntry(userId, from), action: 'person.proof_failed' })
  throw new Problem(403, 'wrong_password', 'The password is wrong.')
}

/** Refuses a caller who is a person and has not shown lately who they are. @throws Problem 403 `proof_required` */
export function requireProofOf(caller: Caller): void {
  if (caller.kind === 'session') requireFreshProof(caller)
}

/** Refuses a person who has not shown lately who they are. @throws Problem 403 `proof_required` */
export function requireFreshProof({ provedAt }: Pick<SignedIn, 'provedAt'>, now = Date.now()): void {
  if (now - provedAt.getTime() < freshMs) return
  throw new Problem(403, 'proof_required', 'Show first that it is you: give your password or use a passkey.')
}
