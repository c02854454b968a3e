import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { cleanText } from '../lib/text/clean-text.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { languageOf } from '../people/person-language.ts'
import { speechTo } from '../words/speech.ts'
import { digestLetter, type Waiting } from './digest-letter.ts'
import { shownFacts } from './gather-facts.ts'
import { informing } from './kinds.ts'

/** Notifications that come within this time after the first share one mail with it. */
const gatherSeconds = 120
/** A member gets no second mail about a workspace sooner than this. */
const quietSeconds = 600
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

/**
 * The mail is queued in the transaction that notes it, so that a thing is mailed once whatever dies in between. An account, a
 * feed or a recurrence comes before the posts, of which it may hold back many, and those that only inform come last.
 */
async function mailDigest(tx: Queryable, context: MailContext, member: Member): Promise<void> {
  const waiting = await tx.rows<Waiting & { is_open: boolean }>(sql`
    with taken as (
      select workspace_id, id from notifications
      where workspace_id = ${member.workspaceId} and user_id = ${member.userId} and mail = 'waiting'
      for update skip locked
    ), settled as (
      update notifications n set mail = case when read_at is null and resolved_at is null then 'mailed' else 'skipped' end,
        mailed_at = clock_timestamp()
      from taken t where n.workspace_id = t.workspace_id and n.id = t.id
      returning n.kind, n.event_type, n.subject_id, ${shownFacts} as facts, n.created_at, n.id, n.mail
    )
    select kind, event_type, subject_id, facts, mail = 'mailed' as is_open from settled
    order by kind = any(${informing}), event_type like 'post.%', created_at, id`)
  const open = waiting.filter(({ is_open }) => is_open)
  const names = await tx.row<{ email: string; language: string | null; workspace: string }>(sql`
    select u.email, ${languageOf('u')} as language, w.name as workspace from users u, workspaces w
    where u.id = ${member.userId} and w.id = ${member.workspaceId}`)
  if (open.length === 0 || names === null) return
  const { email: to, language, workspace } = names
  const reader = { ...member, workspace: cleanText(workspace, 80) }
  const letter = digestLetter(context, speechTo(language), reader, open)
  await queueMail(tx, context, { kind: 'notifications', to, letter, livesMinutes })
}
