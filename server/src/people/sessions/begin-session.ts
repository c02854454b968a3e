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

/** Begins a session of its own, whatever cookie the browser sent before, and tells the audit log of the sign-in. */
export async function beginSession(db: Queryable, userId: string, browser: Browser): Promise<BegunSession> {
  const { ip, userAgent } = browser
  const token = createSessionToken()
  await db.run(sql`
    insert into sessions (id, user_id, token_hash, ip, user_agent)
    values (${newId()}, ${userId}, ${hashSessionToken(token)}, ${ip}, ${userAgent.slice(0, longestUserAgent)})`)
  await recordAuditOfPerson(db, { ...personEntry(userId, browser), action: 'person.sign_in' })
  return { userId, token }
}
