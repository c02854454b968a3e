import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { textOf } from '../lib/json/json.ts'
import { handleNewEvents, hasNews } from '../webhooks/reading/handle-new-events.ts'
import type { StoredEvent } from '../webhooks/reading/read-stretch.ts'
import { gatherFacts, type NotificationFacts } from './gather-facts.ts'
import { type NotificationKind, usualWays } from './kinds.ts'
import { isEnding, isOfNote, kindOfEvent, typesToNote } from './notable.ts'
import { tellOfNotes } from './tell-of-notes.ts'

const reader = {
  name: 'notifications',
  most: 500,
  concerns: sql`e.type = any(${typesToNote}::text[])`,
}
/** One run ends after so many transactions, and the next one goes on. */
const mostRounds = 100

/** When `noteEvents` has something to do. */
export const mayNoteEvents = hasNews(reader.name)

/** Makes notifications of the events that were written since the last time, each once for each person. */
export async function noteEvents({ db }: Pick<Context, 'db'>, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < mostRounds && !signal.aborted; round += 1)
    if ((await handleNewEvents(db, reader, noteBatch)) < reader.most) return
}

/** Events of one batch, in the order of commits. */
async function noteBatch(tx: Queryable, events: readonly StoredEvent[]): Promise<void> {
  await tellOfNotes(tx, events.filter(isOfNote))
  const ending = events.filter(isEnding)
  const facts = await gatherFacts(
    tx,
    ending.filter((event) => kindOfEvent(event) !== null),
  )
  const meant = ending.filter((event) => !waitsForApprovalAlone(event, facts.get(event.id)))
  if (meant.length === 0) return
  await resolveEarlier(tx, meant)
  // An event that a later one of the batch has settled already is not worth telling.
  const last = new Map(meant.map((event) => [subjectOf(event), event.id]))
  const notable = meant.flatMap((event) => {
    const kind = kindOfEvent(event)
    const its = facts.get(event.id)
    if (kind === null || its === undefined || last.get(subjectOf(event)) !== event.id) return []
    return [{ event, kind, facts: its }]
  })
  if (notable.length > 0) await insertNotifications(tx, joinHeld(notable))
}

/** Whether a post is held for nothing but the approval that `post.submitted` asks for. */
function waitsForApprovalAlone({ type }: StoredEvent, facts: NotificationFacts | undefined): boolean {
  return (
    type === 'post.held' &&
    facts !== undefined &&
    !facts.accounts.some(({ state, reason }) => state === 'held' && reason !== 'approval')
  )
}

function subjectOf({ workspaceId, subjectId }: StoredEvent): string {
  return `${workspaceId} ${subjectId}`
}

async function resolveEarlier(tx: Queryable, events: readonly StoredEvent[]): Promise<void> {
  await tx.run(sql`
    update notifications n set resolved_at = clock_timestamp()
    from (select distinct * from unnest(${events.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${events.map(({ subjectId }) => subjectId)}::uuid[]) as e(workspace_id, subject_id)) e
    where n.workspace_id = e.workspace_id and n.subject_id = e.subject_id and n.resolved_at is null`)
}

interface Notable {
  readonly event: StoredEvent
  readonly kind: NotificationKind
  readonly facts: NotificationFacts
}

/**
 * Many posts begin to wait at once where an account is disconnected or publishing is paused. One notification, of the first of them, tells
 * of all that wait for the same reasons at the same accounts, and says how many others there are.
 */
function joinHeld(notable: readonly Notable[]): Notable[] {
  const groups = Map.groupBy(notable, ({ event, facts }) =>
    event.type === 'post.held' ? reasonsOf(event, facts) : event.id,
  )
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? []
    return { ...first, facts: { ...first.facts, others: others.length } }
  })
}

/** Who holds a post back, and why. */
function reasonsOf({ workspaceId, mode, data }: StoredEvent, { accounts }: NotificationFacts): string {
  const held = accounts.filter(({ state }) => state === 'held')
  const reasons = held.map(({ platform, username, reason }) => [platform, username, reason])
  return JSON.stringify([workspaceId, mode, textOf(data.by), reasons])
}

/** One for each member to notify, except the one who caused the event. */
async function insertNotifications(tx: Queryable, notable: readonly Notable[]): Promise<void> {
  const rows = notable.map(({ event, kind, facts }, place) => ({
    place,
    workspace_id: event.workspaceId,
    event_id: event.id,
    event_type: event.type,
    kind,
    mode: event.mode,
    subject_id: event.subjectId,
    facts,
    // A client decided by the link of a member, who did not know of it.
    actor: facts.client === undefined ? textOf(event.data.by) : null,
    // A decision matters to the one who wrote the post, and to the one who asked the client.
    only_users:
      kind === 'approved' || kind === 'returned'
        ? [facts.author_id, facts.client === undefined ? null : textOf(event.data.by)]
        : null,
  }))
  await tx.run(sql`
    insert into notifications (workspace_id, id, user_id, event_id, event_type, kind, mode, subject_id, facts, mail)
    select n.workspace_id, gen_random_uuid(), m.user_id, n.event_id, n.event_type, n.kind, n.mode, n.subject_id, n.facts,
      case when coalesce(c.way, u.way) = 'mail' and n.mode = 'live' then 'waiting' else 'none' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(place int, workspace_id uuid, event_id uuid, event_type text, kind text,
      mode text, subject_id uuid, facts jsonb, actor uuid, only_users uuid[])
    join memberships m on m.workspace_id = n.workspace_id and m.user_id is distinct from n.actor
      and (n.only_users is null or m.user_id = any(n.only_users))
    join unnest(${usualWays.map(({ kind }) => kind)}::text[], ${usualWays.map(({ role }) => role)}::text[],
      ${usualWays.map(({ way }) => way)}::text[]) as u(kind, role, way) on u.kind = n.kind and u.role = m.role
    left join notification_choices c on c.workspace_id = m.workspace_id and c.user_id = m.user_id and c.kind = n.kind
    where coalesce(c.way, u.way) <> 'none'
    -- They are shown by the time at which they are stored.
    order by n.place
    on conflict (workspace_id, user_id, event_id) do nothing`)
}
