import { type Queryable, sql } from '../../db/database.ts'
import type { SignedIn } from './find-session.ts'
import { isLiving } from './session-life.ts'

export interface SessionShown {
  id: string
  is_current: boolean
  ip: string
  user_agent: string
  created_at: string
  last_used_at: string
}

/** The sessions of a person that have not ended, the newest first. */
export async function listSessions(db: Queryable, { userId, sessionId }: SignedIn): Promise<SessionShown[]> {
  const rows = await db.rows<SessionRow>(sql`
    select s.id, s.ip, s.user_agent, s.created_at, s.last_used_at
    from sessions s where s.user_id = ${userId} and ${isLiving('s')}
    order by s.created_at desc, s.id desc limit 200`)
  return rows.map(({ id, ip, user_agent, created_at, last_used_at }) => ({
    id,
    is_current: id === sessionId,
    ip,
    user_agent,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
  }))
}

interface SessionRow {
  id: string
  ip: string
  user_agent: string
  created_at: Date
  last_used_at: Date
}
