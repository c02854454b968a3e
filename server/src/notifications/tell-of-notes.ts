import { type Queryable, sql } from '../db/database.ts'
import { isArray, textOf } from '../lib/json/json.ts'
import { cleanText } from '../lib/text/clean-text.ts'
import { excerptOf } from '../lib/text/excerpt.ts'
import type { StoredEvent } from '../webhooks/reading/read-stretch.ts'
import type { NotificationFacts } from './gather-facts.ts'
import { usualWays } from './kinds.ts'

const longestExcerpt = 80

/**
 * Tells members of notes on posts: those whom a note mentions, the author of the post, and those who wrote notes on it before; nobody of
 * their own. Notes that follow each other before a member has read the first are one notification, of the last of them; a
 * mention stays one of its own.
 */
export async function tellOfNotes(tx: Queryable, events: readonly StoredEvent[]): Promise<void> {
  if (events.length === 0) return
  await settle(tx, events.filter(isSettling))
  const written = events.filter(({ type }) => type === 'post_note.created')
  await readByWriters(tx, written)
  const rows = await readNotes(tx, [...written, ...events.filter((event) => newMentions(event).length > 0)])
  if (rows.length > 0) await insertOfNotes(tx, rows)
}

/** Whether nothing is left to say about a note: it is gone, or marked as done. */
function isSettling({ type, data }: StoredEvent): boolean {
  if (type === 'post_note.deleted') return true
  return data.resolved === true && isArray(data.changed) && data.changed.includes('resolved')
}

/** The members whom a note mentions only since it was changed. */
function newMentions({ data }: StoredEvent): string[] {
  return isArray(data.new_mentions) ? data.new_mentions.flatMap((each) => textOf(each) ?? []) : []
}

async function settle(tx: Queryable, events: readonly StoredEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.run(sql`
    update notifications n set resolved_at = clock_timestamp()
    from unnest(${events.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${events.map(({ subjectId }) => subjectId)}::uuid[]) as e(workspace_id, subject_id)
    where n.workspace_id = e.workspace_id and n.subject_id = e.subject_id and n.resolved_at is null`)
}

/** Who answers has read what was there. */
async function readByWriters(tx: Queryable, events: readonly StoredEvent[]): Promise<void> {
  if (events.length === 0) return
  const answers = events.map(({ workspaceId, mode, data }) => ({
    workspace_id: workspaceId,
    mode,
    user_id: textOf(data.by),
    post_id: textOf(data.post_id),
  }))
  await tx.run(sql`
    update notifications n set read_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as e(workspace_id uuid, mode text, user_id uuid, post_id text)
    where n.workspace_id = e.workspace_id and n.user_id = e.user_id and n.mode = e.mode and n.kind = 'note'
      and n.read_at is null and n.resolved_at is null and n.facts->'note'->>'post_id' = e.post_id`)
}

interface NoteToTell {
  readonly workspace_id: string
  readonly event_id: string
  readonly event_type: string
  readonly mode: string
  readonly note_id: string
  readonly post_id: string
  readonly place: number
  readonly actor: string | null
  /** The only members to tell; null: everybody whom the note concerns. */
  readonly only_users: readonly string[] | null
  readonly facts: NotificationFacts
}

/** The notes that events are about and that are still open, with how their posts begin and who wrote them. */
async function readNotes(tx: Queryable, events: readonly StoredEvent[]): Promise<NoteToTell[]> {
  const found = await tx.rows<{ id: string; post_id: string; caption: string; writer: string | null }>(sql`
    select n.id, n.post_id, left(p.caption, 400) as caption, case when n.actor_kind = 'key'
      then (select k.name from api_keys k where k.workspace_id = n.workspace_id and k.id = n.actor_id)
      else (select coalesce(nullif(u.name, ''), u.email) from users u where u.id = n.actor_id) end as writer
    from unnest(${events.map(({ workspaceId }) => workspaceId)}::uuid[],
        ${events.map(({ subjectId }) => subjectId)}::uuid[]) as e(workspace_id, id)
      join post_notes n using (workspace_id, id)
      join posts p on p.workspace_id = n.workspace_id and p.id = n.post_id
    where n.resolved_at is null`)
  const notes = new Map(found.map((note) => [note.id, note]))
  return events.flatMap((event, place) => {
    const note = notes.get(event.subjectId)
    if (note === undefined) return []
    const { workspaceId, id, type, mode, data } = event
    return {
      ...{ workspace_id: workspaceId, event_id: id, event_type: type, mode, place },
      ...{ note_id: note.id, post_id: note.post_id, actor: textOf(data.by) },
      only_users: type === 'post_note.created' ? null : newMentions(event),
      facts: factsOf(note),
    }
  })
}

function factsOf({ post_id, caption, writer }: { post_id: string; caption: string; writer: string | null }) {
  return {
    excerpt: excerptOf(cleanText(caption, 400), longestExcerpt),
    ...{ accounts: [], published: 0, total: 0, author_id: null, comment: null, endpoint: null, problems: [] },
    name: writer === null ? null : cleanText(writer, 100),
    note: { post_id, is_mention: false },
  }
}

async function insertOfNotes(tx: Queryable, rows: readonly NoteToTell[]): Promise<void> {
  const ways = usualWays.filter(({ kind }) => kind === 'note')
  await tx.run(sql`
    with readers as (
      select e.*, m.user_id, m.role, m.user_id = any(n.mentions) as is_mention
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(workspace_id uuid, event_id uuid, event_type text, mode text,
          note_id uuid, post_id uuid, place int, actor uuid, only_users uuid[], facts jsonb)
        join post_notes n on n.workspace_id = e.workspace_id and n.id = e.note_id
        join posts p on p.workspace_id = e.workspace_id and p.id = e.post_id
        join memberships m on m.workspace_id = e.workspace_id and m.user_id is distinct from e.actor
      where case when e.only_users is not null then m.user_id = any(e.only_users)
        else m.user_id = any(n.mentions)
          or m.user_id = coalesce((select k.user_id from api_keys k where k.workspace_id = p.workspace_id and k.id = p.author_id),
            p.author_id)
          or exists (select from post_notes b where b.workspace_id = e.workspace_id and b.post_id = e.post_id
            and b.user_id = m.user_id and b.created_at < n.created_at) end
    ), joined as (
      select distinct on (workspace_id, user_id, post_id, case when is_mention then note_id end) *,
        count(*) over (partition by workspace_id, user_id, post_id, case when is_mention then note_id end) - 1 as others
      from readers order by workspace_id, user_id, post_id, case when is_mention then note_id end, place desc
    ), earlier as (
      update notifications n set resolved_at = clock_timestamp()
      from joined j
      where n.workspace_id = j.workspace_id and n.user_id = j.user_id and n.mode = j.mode and n.kind = 'note'
        and n.read_at is null and n.resolved_at is null and not j.is_mention
        and n.facts->'note'->>'post_id' = j.post_id::text and not (n.facts->'note'->>'is_mention')::boolean
      returning n.workspace_id, n.user_id, j.post_id, 1 + coalesce((n.facts->>'others')::int, 0) as told
    )
    insert into notifications (workspace_id, id, user_id, event_id, event_type, kind, mode, subject_id, facts, mail)
    select j.workspace_id, gen_random_uuid(), j.user_id, j.event_id, j.event_type, 'note', j.mode, j.note_id,
      j.facts || jsonb_build_object('note', jsonb_build_object('post_id', j.post_id, 'is_mention', j.is_mention), 'others',
        case when j.is_mention then 0 else j.others + coalesce((select sum(told) from earlier where earlier.workspace_id = j.workspace_id
          and earlier.user_id = j.user_id and earlier.post_id = j.post_id), 0) end),
      case when coalesce(c.way, u.way) = 'mail' and j.mode = 'live' then 'waiting' else 'none' end
    from joined j
      join unnest(${ways.map(({ role }) => role)}::text[], ${ways.map(({ way }) => way)}::text[]) as u(role, way)
        on u.role = j.role
      left join notification_choices c on c.workspace_id = j.workspace_id and c.user_id = j.user_id and c.kind = 'note'
    where coalesce(c.way, u.way) <> 'none'
    on conflict (workspace_id, user_id, event_id) do nothing`)
}
