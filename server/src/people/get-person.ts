import type { Role } from '../callers/roles.ts'
import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import { writeEventCursor } from '../webhooks/reading/event-cursor.ts'
import { readEnd } from '../webhooks/reading/event-position.ts'
import { canBeRestored } from '../workspaces/deleted.ts'
import type { WeekStart } from '../workspaces/get-workspace.ts'
import type { SignedIn } from './sessions/find-session.ts'
import type { Language } from './update-person.ts'

export interface PersonShown {
  id: string
  email: string
  name: string
  /** Null: the language of the browser. */
  language: Language | null
  /** Whether keys without a modifier do something in the app. */
  single_letter_keys: boolean
  created_at: string
  /** When the account came to the person from somebody who may have made it with their address; null once they have looked through it. */
  inherited_at: string | null
  /** The workspace in which the person worked last; null where they worked in none, or it is gone. */
  last_workspace_id: string | null
  workspaces: {
    id: string
    name: string
    timezone: string
    role: Role
    subscription: 'active' | 'inactive'
    week_start: WeekStart
    /** Whether an account of a network is connected for live data. */
    has_live_accounts: boolean
    /** Where its events ended before anything else of it was read: a stream that goes on from there misses no change. */
    event_cursors: { live: string; test: string }
    /** When its data go for good; null unless it was deleted. */
    purge_at: string | null
  }[]
}

/** The person who is signed in, and their workspaces by name. @throws Problem 404 */
export async function getPerson(
  { db, secretKeys }: Pick<Context, 'db' | 'secretKeys'>,
  { userId }: Pick<SignedIn, 'userId'>,
): Promise<PersonShown> {
  const end = await readEnd(db)
  const person = await db.row<PersonRow>(sql`
    select id, email, name, language, single_letter_keys, created_at, inherited_at, (
      select m.workspace_id from memberships m join workspaces w on w.id = m.workspace_id
      where m.user_id = users.id and m.last_used_at is not null and w.purge_at is null
      order by m.last_used_at desc limit 1) as last_workspace_id
    from users where id = ${userId}`)
  if (person === null) throw notFound('person')
  const workspaces = await db.rows<WorkspaceRow>(sql`
    select w.id, w.name, w.timezone, m.role, w.subscription, w.week_start, w.purge_at, exists (
      select 1 from social_accounts a
      where a.workspace_id = w.id and a.mode = 'live' and a.disconnected_at is null) as has_live_accounts
    from memberships m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} and ${canBeRestored('w')} order by w.name collate "C", w.id`)
  return {
    ...person,
    created_at: person.created_at.toISOString(),
    inherited_at: person.inherited_at?.toISOString() ?? null,
    workspaces: workspaces.map((row) => ({
      ...row,
      purge_at: row.purge_at?.toISOString() ?? null,
      event_cursors: {
        live: writeEventCursor({ workspaceId: row.id, mode: 'live', secretKeys }, end),
        test: writeEventCursor({ workspaceId: row.id, mode: 'test', secretKeys }, end),
      },
    })),
  }
}

interface PersonRow extends Omit<PersonShown, 'created_at' | 'inherited_at' | 'workspaces'> {
  created_at: Date
  inherited_at: Date | null
}

interface WorkspaceRow extends Omit<PersonShown['workspaces'][number], 'purge_at' | 'event_cursors'> {
  purge_at: Date | null
}
