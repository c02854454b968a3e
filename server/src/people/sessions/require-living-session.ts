import { type Queryable, sql } from '../../db/database.ts'
import type { SignedIn } from './find-session.ts'
import { sessionEnded } from './session-ended.ts'

/**
 * Refuses a person whose session was ended since their request came, such as by a new password. The person stays locked against
 * that until the transaction ends, so what is made here is seen by whoever takes it away. @throws Problem 401 `not_signed_in`
 */
export async function requireLivingSession(
  tx: Queryable,
  { userId, sessionId }: Pick<SignedIn, 'userId' | 'sessionId'>,
): Promise<void> {
  // Two statements: the second one sees what was committed while the first waited.
  await tx.run(sql`select from users where id = ${userId} for key share`)
  const session = await tx.row(sql`select from sessions where id = ${sessionId} and user_id = ${userId}`)
  if (session === null) throw sessionEnded()
}
