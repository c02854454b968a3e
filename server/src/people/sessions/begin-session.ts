import { personEntry, recordAuditOfPerson } from '../../audit/record-audit.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { createSessionToken, hashSessionToken } from './session-token.ts'

/** The place from which a person signs in, as the person will see it in the list of their sessions. */
export interface Browser {
  readonly ip: string
  readonly userAgent: string
}

export interface BegunSession {
  readonly userId: string
  /** For the cookie of the browser. It is stored nowhere else. */
  readonly token: string
}

const longestUserAgent = 300

/**
 * When a person showed who they are, in a sign-in: now, or at a moment that somebody else tells of. Null: nobody says when, and
 * the session begins without a proof.
 */
export type ProofTime = 'now' | Date | null

const never = new Date(0)

/** Begins a new session, also when the browser sent a cookie, and records the sign-in in the audit log. */
export async function beginSession(
  db: Queryable,
  userId: string,
  browser: Browser,
  proof: ProofTime = 'now',
): Promise<BegunSession> {
  const { ip, userAgent } = browser
  const token = createSessionToken()
  const provedAt = proof === 'now' ? null : (proof ?? never)
  // A clock that is ahead of ours makes no proof last longer.
  await db.run(sql`
    insert into sessions (id, user_id, token_hash, ip, user_agent, proved_at)
    values (${newId()}, ${userId}, ${hashSessionToken(token)}, ${ip}, ${userAgent.slice(0, longestUserAgent)},
      least(${provedAt}::timestamptz, clock_timestamp()))`)
  await recordAuditOfPerson(db, { ...personEntry(userId, browser), action: 'person.sign_in' })
  return { userId, token }
}
