import { createHash } from 'node:crypto'
import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'

/** Uses up a challenge that was signed and not stored. @throws Problem 409 `sign_in_over` when it was used before */
export async function spendChallenge(tx: Queryable, challenge: string, expiresAt: Date): Promise<void> {
  const hash = createHash('sha256').update(challenge).digest()
  const spent = await tx.run(sql`
    insert into spent_challenges (hash, expires_at) values (${hash}, ${expiresAt}) on conflict do nothing`)
  if (spent === 0) throw signInEnded()
}

/** 409 for a sign-in that was finished already, or that took too long. */
export function signInEnded(): Problem {
  return new Problem(409, 'sign_in_over', 'This sign-in was used already, or it took too long. Begin again.')
}
