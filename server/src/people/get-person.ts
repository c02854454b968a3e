import type { Role } from '../callers/roles.ts'
import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import { writeEventCursor } from '../webhooks/reading/event-cursor.ts'
import { readEnd } from '../webhooks/reading/event-position.ts'
import type { Locale } from '../words/locales.ts'
import { canBeRestored } from '../workspaces/deleted.ts'
import type { WeekStart } from '../workspaces/get-workspace.ts'
import type { SignedIn } from './sessions/find-session.ts'

export interface PersonShown {
  id: string
  email: string
  name: string
  /** Null: the language of the browser. */
  language: Locale | null
  /** The language in which the app was last shown to them, and of the mails to them unless they chose one. Null: not known. */
  shown_language: Locale | null
  /** Whether keys without a modifier do something in the app. */
  single_letter_keys: boolean
  created_at: string
  /** When the account came to the person from somebody who may have made it with their address; null once they have looked through it. */
  inherited_at: string | null
  /** Whether workspaces of this server pay for themselves. */
  has_billing: boolean
  /** The workspace in which the person worked last; null where they worked in none, or it is gone. */
  last_workspace_id: string | null
  workspaces: {
    id: string
    name: string
    timezone: string
    role: Role
    subscription: 'active' | 'inactive'
    /** Why there is no subscription; null while there is one. */
    lapse: Lapse | null
    week_start: WeekStart
    /** Whether an account of a network is connected for live data. */
    has_live_accounts: boolean
    /** Where its events ended before anything else of it was read: a stream that goes on from there misses no change. */
    event_cursors: { live: string; test: string }
    /** When its data go for good; null unless it was deleted. */
    purge_at: string | null
  }[]
}

/** A subscription that is not there. */
export interface Lapse {
  /** `late`: a payment is missing at Stripe. `never`: nobody has paid yet. */
  why: 'late' | 'ended' | 'never'
  /** Until when posts that are scheduled still go out; null where there never was a subscription. */
  posts_until: string | null
}

/** The person who is signed in, and their workspaces by name. @throws Problem 404 */
export async function getPerson(
  { db, secretKeys, config }: Pick<Context, 'db' | 'secretKeys' | 'config'>,
  { userId }: Pick<SignedIn, 'userId'>,
): Promise<PersonShown> {
  const end = await readEnd(db)
  const person = await db.row<PersonRow>(sql`
    select id, email, name, language, shown_language, single_letter_keys, created_at, inherited_at, (
      select m.workspace_id from memberships m join workspaces w on w.id = m.workspace_id
      where m.user_id = users.id and m.last_used_at is not null and w.purge_at is null
      order by m.last_used_at desc limit 1) as last_workspace_id
    from users where id = ${userId}`)
  if (person === null) throw notFound('person')
  const workspaces = await db.rows<WorkspaceRow>(sql`
    select w.id, w.name, w.timezone, m.role, w.subscription, w.week_start, w.purge_at,
      case when isfinite(w.subscription_ended_at) then w.subscription_ended_at + interval '3 days' end as posts_until,
      w.subscription_from = 'stripe' and exists (
        select 1 from stripe_customers c where c.workspace_id = w.id and c.status in ('past_due', 'unpaid')) as is_late,
      exists (
      select 1 from social_accounts a
      where a.workspace_id = w.id and a.mode = 'live' and a.disconnected_at is null) as has_live_accounts
    from memberships m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} and ${canBeRestored('w')} order by w.name collate "C", w.id`)
  return {
    ...person,
    has_billing: config.stripe !== null,
    created_at: person.created_at.toISOString(),
    inherited_at: person.inherited_at?.toISOString() ?? null,
    workspaces: workspaces.map(({ posts_until: postsUntil, is_late: isLate, ...row }) => ({
      ...row,
      lapse: row.subscription === 'active' ? null : lapseOf(postsUntil, isLate),
      purge_at: row.purge_at?.toISOString() ?? null,
      event_cursors: {
        live: writeEventCursor({ workspaceId: row.id, mode: 'live', secretKeys }, end),
        test: writeEventCursor({ workspaceId: row.id, mode: 'test', secretKeys }, end),
      },
    })),
  }
}

function lapseOf(postsUntil: Date | null, isLate: boolean): Lapse {
  if (postsUntil === null) return { why: 'never', posts_until: null }
  return { why: isLate ? 'late' : 'ended', posts_until: postsUntil.toISOString() }
}

interface PersonRow extends Omit<PersonShown, 'created_at' | 'inherited_at' | 'has_billing' | 'workspaces'> {
  created_at: Date
  inherited_at: Date | null
}

interface WorkspaceRow
  extends Omit<PersonShown['workspaces'][number], 'purge_at' | 'lapse' | 'event_cursors'> {
  posts_until: Date | null
  is_late: boolean
  purge_at: Date | null
}
