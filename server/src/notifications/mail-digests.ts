import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { cleanText } from '../lib/text/clean-text.ts'
import { counted } from '../lib/text/counted.ts'
import type { Letter } from '../mail/letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { describeNotification } from './describe-notification.ts'
import type { NotificationFacts } from './gather-facts.ts'
import type { NotificationKind } from './kinds.ts'
import { platformNames } from './platform-names.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** Notifications that come within this time after the first share one mail with it. */
const gatherSeconds = 120
/** A member gets no second mail about a workspace sooner than this. */
const quietSeconds = 600
const mostListed = 20
/** A mail about it is worth reading for a day. */
const livesMinutes = 24 * 60
const mostDigests = 500
const keptFor = '90 days'

/** When `mailDigests` has something to do. */
export const mayMailDigests = sql`exists (select from notifications where mail = 'waiting')
  or exists (select from notifications where created_at < clock_timestamp() - ${keptFor}::interval)`

type MailContext = Pick<Context, 'db' | 'config' | 'sealer' | 'secretKeys' | 'connectors'>

/** Mails to each member what they have not seen, and forgets notifications of long ago. */
export async function mailDigests(context: MailContext, signal: AbortSignal): Promise<void> {
  const { db, config } = context
  await db.run(sql`delete from notifications where created_at < clock_timestamp() - ${keptFor}::interval`)
  await db.run(sql`
    update notifications set mail = 'skipped'
    where mail = 'waiting' and created_at < clock_timestamp() - ${livesMinutes} * interval '1 minute'`)
  if (config.mail === null) return
  for (const member of await listDue(db)) {
    if (signal.aborted) return
    await db.transaction((tx) => mailDigest(tx, context, member))
  }
}

interface Member {
  readonly workspaceId: string
  readonly userId: string
}

function listDue(db: Queryable): Promise<Member[]> {
  return db.rows<Member>(sql`
    select n.workspace_id as "workspaceId", n.user_id as "userId" from notifications n where n.mail = 'waiting'
      and not exists (select from notifications m where m.workspace_id = n.workspace_id and m.user_id = n.user_id
        and m.mail = 'mailed' and m.mailed_at > clock_timestamp() - ${quietSeconds} * interval '1 second')
    group by n.workspace_id, n.user_id
    having min(n.created_at) <= clock_timestamp() - ${gatherSeconds} * interval '1 second'
    limit ${mostDigests}`)
}

interface Waiting {
  kind: NotificationKind
  event_type: string
  subject_id: string
  facts: NotificationFacts
  is_open: boolean
}

/**
 * The mail is queued in the transaction that notes it, so that a thing is mailed once whatever dies in between. An account, a
 * feed or a recurrence comes before the posts, of which it may hold back many.
 */
async function mailDigest(tx: Queryable, context: MailContext, member: Member): Promise<void> {
  const waiting = await tx.rows<Waiting>(sql`
    with taken as (
      select workspace_id, id from notifications
      where workspace_id = ${member.workspaceId} and user_id = ${member.userId} and mail = 'waiting'
      for update skip locked
    ), settled as (
      update notifications n set mail = case when read_at is null and resolved_at is null then 'mailed' else 'skipped' end,
        mailed_at = clock_timestamp()
      from taken t where n.workspace_id = t.workspace_id and n.id = t.id
      returning n.kind, n.event_type, n.subject_id, n.facts, n.created_at, n.id, n.mail
    )
    select kind, event_type, subject_id, facts, mail = 'mailed' as is_open from settled
    order by event_type like 'post.%', created_at, id`)
  const open = waiting.filter(({ is_open }) => is_open)
  const names = await tx.row<{ email: string; workspace: string }>(sql`
    select u.email, w.name as workspace from users u, workspaces w
    where u.id = ${member.userId} and w.id = ${member.workspaceId}`)
  if (open.length === 0 || names === null) return
  const { email: to, workspace } = names
  const letter = digestLetter(context, member, cleanText(workspace, 80), open)
  await queueMail(tx, context, { kind: 'notifications', to, letter, livesMinutes })
}

function digestLetter(
  context: MailContext,
  member: Member,
  workspace: string,
  open: readonly Waiting[],
): Letter {
  const { publicUrl } = context.config
  const nameOf = platformNames(context.connectors)
  const items = open.slice(0, mostListed).map(({ event_type: eventType, subject_id: subjectId, facts }) => {
    const { title, detail, path } = describeNotification({ eventType, subjectId, facts }, nameOf)
    return { title, detail, url: `${publicUrl}${path}` }
  })
  const [only] = items
  const more = open.length - items.length
  const kinds = [...new Set(open.map(({ kind }) => kind))]
  const url = unsubscribeUrl(context, { ...member, kinds })
  const title = only && open.length === 1 ? only.title : `${counted(open.length, 'thing')} need you`
  return {
    subject: `${title} · ${workspace}`,
    parts: [
      { kind: 'text', text: `In the workspace “${workspace}”:` },
      { kind: 'list', items },
      ...(more > 0 ? [{ kind: 'text' as const, text: `And ${more} more.` }] : []),
      { kind: 'link', label: 'See everything that needs you', url: `${publicUrl}/needs-you` },
      {
        kind: 'text',
        text: 'Your choices for this workspace, or those of your role, say that you want mail about this.',
      },
      { kind: 'footer', label: 'Get no more mails of this kind', url },
    ],
    unsubscribeUrl: url,
  }
}
