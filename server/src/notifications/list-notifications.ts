import type { Context, Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { openPage, type PageBody, type PageQuery } from '../lib/requests/page.ts'
import { partsOf, type ShownParts, type Words } from '../lib/text/sentence.ts'
import type { Membership } from '../people/members/require-member.ts'
import { describeNotification } from './describe-notification.ts'
import { type NotificationFacts, shownFacts } from './gather-facts.ts'
import type { NotificationKind } from './kinds.ts'
import { platformNames } from './platform-names.ts'

interface SentenceShown extends ShownParts {
  text: string
}

export interface NotificationShown {
  id: string
  kind: NotificationKind
  event_type: string
  subject_id: string
  /** In English, as are the details. */
  title: string
  detail: string
  /** The title with its varying parts, so that an app can say it in another language. */
  title_words: SentenceShown
  /** The sentences of the detail, likewise. */
  detail_words: SentenceShown[]
  path: string
  created_at: string
  read_at: string | null
  resolved_at: string | null
}

export interface NotificationQuery extends PageQuery {
  readonly mode?: Mode
  readonly unread?: boolean
}

type Answer = PageBody<NotificationShown> & { unread: number }

/** The notifications of a member, the newest first, and how many of them wait for the member. */
export async function listNotifications(
  db: Queryable,
  { connectors, secretKeys }: Pick<Context, 'connectors' | 'secretKeys'>,
  { workspaceId, userId }: Membership,
  { mode = 'live', unread, ...query }: NotificationQuery,
  url: URL,
): Promise<Answer> {
  const place = `notifications ${workspaceId} ${userId} ${mode} ${unread === true}`
  const page = openPage(query, { url, secretKeys, place })
  const own = sql`n.workspace_id = ${workspaceId} and n.user_id = ${userId} and n.mode = ${mode}`
  const isOpen = sql`n.read_at is null and n.resolved_at is null`
  const matching = unread === true ? sql`${own} and ${isOpen}` : own
  const after = page.after
    ? sql`and (n.created_at, n.id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : sql``
  const rows = await db.rows<NotificationRow>(sql`
    select n.id, n.kind, n.event_type, n.subject_id, ${shownFacts} as facts, n.created_at, n.created_at::text as at, n.read_at,
      n.resolved_at
    from notifications n where ${matching} ${after}
    order by n.created_at desc, n.id desc limit ${page.fetch} offset ${page.skip}`)
  const counts = await db.row<{ open: number; total: number | null }>(sql`
    select (select count(*) from notifications n where ${own} and ${isOpen})::int as open,
      case when ${page.counts} then (select count(*) from notifications n where ${matching})::int end as total`)
  const nameOf = platformNames(connectors)
  const answered = page.answer(rows, counts?.total ?? null, (row) => toShown(row, nameOf))
  return { ...answered, unread: counts?.open ?? 0 }
}

interface NotificationRow {
  id: string
  kind: NotificationKind
  event_type: string
  subject_id: string
  facts: NotificationFacts
  created_at: Date
  at: string
  read_at: Date | null
  resolved_at: Date | null
}

function toShown(row: NotificationRow, nameOf: (platform: string) => string): NotificationShown {
  const { id, kind, event_type, subject_id, facts, created_at, read_at, resolved_at } = row
  const described = describeNotification({ eventType: event_type, subjectId: subject_id, facts }, nameOf)
  const { title, details, path } = described
  return {
    id,
    kind,
    event_type,
    subject_id,
    title: String(title),
    detail: details.join(' '),
    title_words: showSentence(title),
    detail_words: details.map(showSentence),
    path,
    created_at: created_at.toISOString(),
    read_at: read_at?.toISOString() ?? null,
    resolved_at: resolved_at?.toISOString() ?? null,
  }
}

function showSentence(words: Words): SentenceShown {
  return { text: String(words), ...partsOf(words) }
}
