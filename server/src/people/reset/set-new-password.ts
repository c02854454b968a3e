import { personEntry, recordAuditOfPerson } from '../../audit/record-audit.ts'
import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { invalid, Problem } from '../../lib/problem.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { speechTo } from '../../words/speech.ts'
import { lockPerson } from '../lock-person.ts'
import { checkPassword, hashPassword } from '../password.ts'
import { languageOf } from '../person-language.ts'
import type { Browser } from '../sessions/begin-session.ts'
import { hashSessionToken } from '../sessions/session-token.ts'
import { forgetSignIn } from '../sign-in/sign-in-limit.ts'
import { clearWaysIn } from './clear-ways-in.ts'
import { passwordChangedLetter, securityMinutes } from './letters.ts'

/**
 * Sets a new password by the secret of a link, once, and ends every session of the person. Nobody is signed in by it, so that
 * a second factor is still asked for. The address is proven by it: where it was not before, everything else that opened the
 * account ends too, for somebody else may have made it. Wrong sign-ins of before are forgotten. A mail tells the person.
 * @throws Problem 404, 422
 */
export async function setNewPassword(
  context: Pick<Context, 'db' | 'config' | 'sealer' | 'outbound' | 'log'>,
  token: string,
  password: string,
  browser: Browser,
): Promise<void> {
  const { db } = context
  // Hashing a password is expensive, so a link that is worth nothing is refused before.
  const owner = await findReset(db, token)
  const problem = await checkPassword(context, password, owner.email)
  if (problem !== null) throw invalid([problem])
  const hash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const { userId, email, language } = await findReset(tx, token, true)
    const { isAddressUnproven } = await lockPerson(tx, userId)
    if (isAddressUnproven) await clearWaysIn(tx, userId)
    await tx.run(
      sql`update users set password_hash = ${hash}, is_address_unproven = false,
        inherited_at = case when is_address_unproven then clock_timestamp() else inherited_at end
      where id = ${userId}`,
    )
    await tx.run(sql`delete from password_resets where user_id = ${userId}`)
    await tx.run(sql`delete from second_factor_challenges where user_id = ${userId}`)
    await tx.run(sql`delete from sessions where user_id = ${userId}`)
    await forgetSignIn(tx, email, browser.ip)
    const details = isAddressUnproven ? { cleared: true } : {}
    await recordAuditOfPerson(tx, {
      ...personEntry(userId, browser),
      action: 'person.reset_password',
      details,
    })
    await queueMail(tx, context, {
      kind: 'password_changed',
      to: email,
      letter: passwordChangedLetter(speechTo(language), context.config.publicUrl, {
        isCleared: isAddressUnproven,
      }),
      livesMinutes: securityMinutes,
    })
  })
}

/** Says whose password a link sets. @throws Problem 404 */
export async function readReset(db: Queryable, token: string): Promise<{ email: string }> {
  return { email: (await findReset(db, token)).email }
}

interface ResetOwner {
  readonly userId: string
  readonly email: string
  readonly language: string | null
}

async function findReset(db: Queryable, token: string, isLocking = false): Promise<ResetOwner> {
  const hash = hashSessionToken(token)
  const found =
    hash &&
    (await db.row<ResetOwner>(sql`
      select r.user_id as "userId", u.email, ${languageOf('u')} as language from password_resets r join users u on u.id = r.user_id
      where r.token_hash = ${hash} and r.expires_at > clock_timestamp()
      ${isLocking ? sql`for update of r` : sql``}`))
  if (!found)
    throw new Problem(404, 'not_found', 'This link has been used, or has ended. Ask for another one.')
  return found
}
