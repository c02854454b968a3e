import type { Role } from '../callers/roles.ts'
import { type Queryable, sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import type { SignedIn } from './sessions/find-session.ts'

export interface PersonShown {
  id: string
  email: string
  created_at: string
  workspaces: {
    id: string
    name: string
    timezone: string
    role: Role
    subscription: 'active' | 'inactive'
  }[]
}

/** The person who is signed in, and their workspaces by name. @throws Problem 404 */
export async function getPerson(db: Queryable, { userId }: Pick<SignedIn, 'userId'>): Promise<PersonShown> {
  const person = await db.row<{ email: string; created_at: Date }>(
    sql`select email, created_at from users where id = ${userId}`,
  )
  if (person === null) throw notFound('person')
  const workspaces = await db.rows<PersonShown['workspaces'][number]>(sql`
    select w.id, w.name, w.timezone, m.role, w.subscription
    from memberships m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} order by w.name collate "C", w.id`)
  return { id: userId, email: person.email, created_at: person.created_at.toISOString(), workspaces }
}
