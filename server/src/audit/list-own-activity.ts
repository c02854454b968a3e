import { type Queryable, sql } from '../db/database.ts'

export interface Activity {
  id: string
  action: string
  ip: string | null
  user_agent: string | null
  created_at: string
}

/** The latest entries about a person themselves, such as their sign-ins and those that failed, newest first. */
export async function listOwnActivity(db: Queryable, userId: string): Promise<Activity[]> {
  const rows = await db.rows<Omit<Activity, 'created_at'> & { created_at: Date }>(sql`
    select id, action, ip, user_agent, created_at from audit_log
    where workspace_id is null and subject_id = ${userId} and subject_kind = 'person'
    order by created_at desc, id desc limit 100`)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}
