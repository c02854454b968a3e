import { type Queryable, sql } from '../db/database.ts'
import { textOf } from '../lib/json/json.ts'
import { cleanText } from '../lib/text/clean-text.ts'
import { excerptOf } from '../lib/text/excerpt.ts'
import { isOpenCommit } from '../targets/state-sql.ts'
import type { StoredEvent } from '../webhooks/reading/read-stretch.ts'

/** The facts of a notification, as they were when it was made. */
export interface NotificationFacts {
  /** How the post begins; null for what is no post. */
  readonly excerpt: string | null
  /** The account it is about, or those of the post at which it did not go well. */
  readonly accounts: readonly AccountFact[]
  /** On how many of the accounts of the post it is public. */
  readonly published: number
  readonly total: number
  /** The person who wrote the post, or who made the key that did. */
  readonly author_id: string | null
  /** The words of a person to the author. */
  readonly comment: string | null
  /** The host of the endpoint that it is about. */
  readonly endpoint: string | null
}

interface AccountFact {
  readonly username: string
  readonly platform: string
  readonly state: 'failed' | 'needs_review' | 'held' | null
  /** Why it is held or needs a review. */
  readonly reason: string | null
  readonly message: string | null
}

const longestExcerpt = 80
const longestMessage = 300
const mostAccounts = 10

/** Gathers the facts of events, by the ids of the events. */
export async function gatherFacts(
  tx: Queryable,
  events: readonly StoredEvent[],
): Promise<Map<string, NotificationFacts>> {
  const posts = await readPosts(
    tx,
    events.filter(({ type }) => type.startsWith('post.')),
  )
  return new Map(
    events.map((event) => {
      const post = posts.get(keyOf(event.workspaceId, event.subjectId)) ?? {}
      return [event.id, { ...ofSubject(event), ...post }]
    }),
  )
}

type PostFacts = Pick<NotificationFacts, 'excerpt' | 'accounts' | 'published' | 'total' | 'author_id'>

interface PostRow {
  workspace_id: string
  id: string
  caption: string
  author_id: string
  accounts: AccountFact[] | null
  published: number
  total: number
}

/** A result that missed its time while an earlier request is unanswered may be public all the same. */
const whyAsked = sql`case when t.review->>'reason' = 'missed_window' and exists (
  select from commits c where c.workspace_id = t.workspace_id and c.target_id = t.id and ${isOpenCommit('c')})
  then 'answer_lost' else t.review->>'reason' end`

async function readPosts(tx: Queryable, events: readonly StoredEvent[]): Promise<Map<string, PostFacts>> {
  if (events.length === 0) return new Map()
  const rows = await tx.rows<PostRow>(sql`
    with asked as (
      select distinct * from unnest(${events.map(({ workspaceId }) => workspaceId)}::uuid[],
        ${events.map(({ subjectId }) => subjectId)}::uuid[]) as asked(workspace_id, id)
    )
    select p.workspace_id, p.id, left(p.caption, 400) as caption,
      coalesce((select k.user_id from api_keys k where k.workspace_id = p.workspace_id and k.id = p.author_id), p.author_id)
        as author_id, t.accounts, t.published, t.total
    from asked join posts p using (workspace_id, id)
    cross join lateral (
      select count(*) filter (where t.part = 'post' and t.state = 'published')::int as published,
        count(*) filter (where t.part = 'post')::int as total,
        (jsonb_agg(jsonb_build_object('username', a.username, 'platform', t.platform, 'state', t.state,
            'reason', case t.state when 'held' then t.hold_reason when 'needs_review' then ${whyAsked} end,
            'message', t.error->>'message') order by a.username, t.id)
          filter (where t.state in ('failed', 'needs_review')
            or t.state = 'held' and t.hold_reason is distinct from 'parent')) as accounts
      from targets t join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
      where t.workspace_id = p.workspace_id and t.post_id = p.id and t.part <> 'first_comment') t`)
  return new Map(
    rows.map(({ workspace_id, id, caption, author_id, accounts, published, total }) => [
      keyOf(workspace_id, id),
      {
        excerpt: excerptOf(cleanText(caption, 400), longestExcerpt),
        accounts: (accounts ?? []).slice(0, mostAccounts).map(cleaned),
        published,
        total,
        author_id,
      },
    ]),
  )
}

function cleaned(account: AccountFact): AccountFact {
  const { username, message } = account
  return {
    ...account,
    username: cleanText(username, 100),
    message: message === null ? null : cleanText(message, longestMessage),
  }
}

/** The facts from the event itself, for an event that is not about a post, or whose post is gone. */
function ofSubject({ type, data }: StoredEvent): NotificationFacts {
  const [username, platform] = [textOf(data.username), textOf(data.platform)]
  const [host, comment] = [textOf(data.host), textOf(data.comment)]
  const isAccount = type.startsWith('social_account.') && username !== null && platform !== null
  return {
    excerpt: type.startsWith('post.') ? '' : null,
    accounts: isAccount
      ? [{ username: cleanText(username, 100), platform, state: null, reason: null, message: null }]
      : [],
    published: 0,
    total: 0,
    author_id: null,
    comment: comment === null ? null : cleanText(comment, longestMessage),
    endpoint: host === null ? null : cleanText(host, 200),
  }
}

function keyOf(workspaceId: string, id: string): string {
  return `${workspaceId} ${id}`
}
