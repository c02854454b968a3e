import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import { invalid, Problem } from '../lib/problem.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { speechTo } from '../words/speech.ts'
import { lockPerson } from './lock-person.ts'
import { checkPassword, hashPassword } from './password.ts'
import { languageOf } from './person-language.ts'
import { passwordChangedLetter, securityMinutes } from './reset/letters.ts'
import type { BegunSession, Browser } from './sessions/begin-session.ts'
import type { SignedIn } from './sessions/find-session.ts'
import { keepOnlySession } from './sessions/keep-only-session.ts'
import { requireFreshProof, requireRightPassword } from './sessions/prove.ts'
import { forgetSignIn } from './sign-in/sign-in-limit.ts'
import { hasTwoFactor } from './two-factor/spend-code.ts'

export interface PasswordChange {
  /** Null from somebody who has none yet; a fresh proof takes its place. */
  readonly currentPassword: string | null
  readonly newPassword: string
}

/**
 * Sets another password, or a first one, and ends every other session of the person. A mail tells them. Answers this session, under
 * a new token, and proven again: somebody with a second factor must have given it lately.
 * @throws Problem 403 `wrong_password` or `proof_required`, 422 for a new password that cannot be one, 429 as a sign-in
 */
export async function changePassword(
  context: Pick<Context, 'db' | 'config' | 'sealer' | 'outbound' | 'log'>,
  signedIn: SignedIn,
  { currentPassword, newPassword }: PasswordChange,
  from: Browser,
): Promise<BegunSession> {
  const { db } = context
  const before = await db.row<{ email: string; hash: string | null; language: string | null }>(sql`
    select u.email, u.password_hash as hash, ${languageOf('u')} as language
    from users u where u.id = ${signedIn.userId}`)
  if (before === null) throw new Error('A session belongs to nobody.')
  const problem = await checkPassword(context, newPassword, before.email)
  if (problem !== null) throw invalid([{ ...problem, pointer: '/new_password' }])
  if (before.hash === null || (await hasTwoFactor(db, signedIn.userId))) requireFreshProof(signedIn)
  if (before.hash !== null) await requireRightPassword(db, signedIn, currentPassword, from)
  const hash = await hashPassword(newPassword)
  return db.transaction(async (tx) => {
    const locked = await lockPerson(tx, signedIn.userId)
    if (locked.passwordHash !== before.hash)
      throw new Problem(403, 'wrong_password', 'The password was changed meanwhile.')
    if (before.hash !== null) await forgetSignIn(tx, before.email, from.ip)
    await tx.run(sql`update users set password_hash = ${hash} where id = ${signedIn.userId}`)
    await tx.run(sql`delete from password_resets where user_id = ${signedIn.userId}`)
    await queueMail(tx, context, {
      kind: 'password_changed',
      to: before.email,
      letter: passwordChangedLetter(speechTo(before.language), context.config.publicUrl),
      livesMinutes: securityMinutes,
    })
    return keepOnlySession(tx, signedIn, { action: 'person.change_password', from })
  })
}
