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

/** Begins a session of its own, whatever cookie the browser sent before. */
export async function beginSession(
  db: Queryable,
  userId: string,
  { ip, userAgent }: Browser,
): Promise<BegunSession> {
  const token = createSessionToken()
  await db.run(sql`
    insert into sessions (id, user_id, token_hash, ip, user_agent)
    values (${newId()}, ${userId}, ${hashSessionToken(token)}, ${ip}, ${userAgent.slice(0, longestUserAgent)})`)
  return { userId, token }
}
