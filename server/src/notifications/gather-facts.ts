import { type Queryable, sql } from '../db/database.ts'
import { asObject, isArray, type Json, textOf } from '../lib/json/json.ts'
import { cleanText } from '../lib/text/clean-text.ts'
import { excerptOf } from '../lib/text/excerpt.ts'
import type { KeptParts, ShownParts } from '../lib/text/sentence.ts'
import { isOpenCommit } from '../targets/state-sql.ts'
import type { StoredEvent } from '../webhooks/reading/read-stretch.ts'
import { type AccountFact, cleanAccount, cleanReason, type Reason } from './reasons.ts'

/** The facts of a notification, as they were when it was made. */
export interface NotificationFacts {
  /** How the post, or the post that repeats, begins; null for what is no post. */
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
  /** The name that a client typed who decided by a review link; left out where a member did. */
  readonly client?: string
  /** The host of the endpoint that it is about. */
  readonly endpoint: string | null
  /** The name of the feed that it is about. */
  readonly name: string | null
  /** Why a feed or a recurrence makes no posts, in sentences, but for the reasons that are about an account. */
  readonly problems: readonly string[]
  /** The varying parts of each of the problems, in their order; left out in facts of before there were any. */
  readonly problem_parts?: readonly ShownParts[]
  /** How many other posts began to wait at the same time for the same reasons, and are told of by this one; left out for none. */
  readonly others?: number
  /** The post of a note, and whether the note mentions the reader. Its words are read when they are shown. */
  readonly note?: { readonly post_id: string; readonly is_mention: boolean }
}

const longestExcerpt = 80
const longestComment = 300
const mostAccounts = 10
const mostReasons = 10

/**
 * The facts of a notification `n` as they are shown. The words of a note are those that it has now, so that none outlive it, and
 * null where it was deleted.
 */
export const shownFacts = sql`case when n.kind = 'note' then n.facts || jsonb_build_object('comment',
  (select left(x.text, 1000) from post_notes x where x.workspace_id = n.workspace_id and x.id = n.subject_id))
  else n.facts end`

/** Gathers the facts of events, by the ids of the events. */
export async function gatherFacts(
  tx: Queryable,
  events: readonly StoredEvent[],
): Promise<Map<string, NotificationFacts>> {
  const posts = await readPosts(
    tx,
    events.filter(({ type }) => type.startsWith('post.')),
  )
  const recurrences = await readRecurrences(
    tx,
    events.filter(({ type }) => type.startsWith('recurrence.')),
  )
  return new Map(
    events.map((event) => {
      const post = posts.get(keyOf(event.workspaceId, event.subjectId)) ?? {}
      return [event.id, { ...ofSubject(event), ...post, ...recurrences.get(event.id) }]
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
            'message', t.error->>'message', 'template', t.error->>'template', 'params', t.error->'params')
            order by a.username, t.id)
          filter (where t.state in ('failed', 'needs_review')
            or t.state = 'held' and t.hold_reason is distinct from 'parent')) as accounts
      from targets t join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
      where t.workspace_id = p.workspace_id and t.post_id = p.id and t.part <> 'first_comment') t`)
  return new Map(
    rows.map(({ workspace_id, id, caption, author_id, accounts, published, total }) => [
      keyOf(workspace_id, id),
      {
        excerpt: excerptOf(cleanText(caption, 400), longestExcerpt),
        accounts: (accounts ?? []).slice(0, mostAccounts).map(cleanAccount),
        published,
        total,
        author_id,
      },
    ]),
  )
}

interface RecurrenceRow {
  event_id: string
  caption: string
  reasons: (KeptParts & { username: string | null; platform: string | null; detail: string })[] | null
}

type RecurrenceFacts = Pick<NotificationFacts, 'excerpt' | 'accounts' | 'problems' | 'problem_parts'>

/** How the recurrences of events begin, and what stands in their way, by the ids of the events. */
async function readRecurrences(
  tx: Queryable,
  events: readonly StoredEvent[],
): Promise<Map<string, RecurrenceFacts>> {
  if (events.length === 0) return new Map()
  const asked = events.map(({ id, workspaceId, subjectId, data }) => ({
    event_id: id,
    workspace_id: workspaceId,
    id: subjectId,
    reasons: reasonsIn(data.problems).slice(0, mostReasons),
  }))
  const rows = await tx.rows<RecurrenceRow>(sql`
    select e.event_id,
      left(coalesce(nullif(r.content->>'caption', ''), r.variations->0->>'caption', ''), 400) as caption,
      (select jsonb_agg(jsonb_build_object('username', a.username, 'platform', a.platform, 'detail', reason->>'detail',
            'template', reason->>'template', 'params', reason->'params') order by a.username, ord)
        from jsonb_array_elements(e.reasons) with ordinality as given(reason, ord)
          left join social_accounts a on a.workspace_id = e.workspace_id and a.id = (reason->>'account')::uuid) as reasons
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as e(event_id uuid, workspace_id uuid, id uuid, reasons jsonb)
      join recurrences r on r.workspace_id = e.workspace_id and r.id = e.id`)
  return new Map(
    rows.map(({ event_id, caption, reasons }) => [
      event_id,
      {
        excerpt: excerptOf(cleanText(caption, 400), longestExcerpt),
        accounts: (reasons ?? []).flatMap(({ username, platform, detail: message, ...parts }) =>
          username === null || platform === null
            ? []
            : [cleanAccount({ username, platform, state: null, reason: null, message, ...parts })],
        ),
        ...asProblems(
          (reasons ?? []).flatMap(({ username, detail, ...parts }) =>
            username === null ? [cleanReason(detail, parts)] : [],
          ),
        ),
      },
    ]),
  )
}

interface EventReason extends KeptParts {
  readonly account: string | null
  readonly detail: string
}

/** The reasons that an event names, each with the account that it is about. */
function reasonsIn(json: Json | undefined): EventReason[] {
  const found = isArray(json) ? json : [json]
  return found.flatMap((each) => {
    const reason = asObject(each)
    const detail = textOf(reason?.detail)
    if (detail === null) return []
    // The database keeps an event as it was written, with the parts of a sentence as `partsOf` shows them.
    const params = asObject(reason?.params) as KeptParts['params']
    return [
      { account: textOf(reason?.social_account_id), detail, template: textOf(reason?.template), params },
    ]
  })
}

function asProblems(
  reasons: readonly Reason[],
): Required<Pick<NotificationFacts, 'problems' | 'problem_parts'>> {
  return {
    problems: reasons.map(({ detail }) => detail),
    problem_parts: reasons.map(({ detail: _detail, ...parts }) => parts),
  }
}

/** The facts from the event itself, for an event that is not about a post, or whose post is gone. */
function ofSubject({ type, data }: StoredEvent): NotificationFacts {
  const [username, platform] = [textOf(data.username), textOf(data.platform)]
  const [host, comment] = [textOf(data.host), textOf(data.comment)]
  const client = textOf(asObject(data.client)?.typed_name)
  const [isFeed, isRecurrence] = [type.startsWith('feed.'), type.startsWith('recurrence.')]
  const title = isFeed ? textOf(data.title) : null
  const reasons = reasonsIn(isFeed ? data.problem : data.problems).slice(0, mostReasons)
  const isAccount = type.startsWith('social_account.') && username !== null && platform !== null
  return {
    excerpt: isRecurrence || type.startsWith('post.') ? '' : null,
    accounts: isAccount
      ? [{ username: cleanText(username, 100), platform, state: null, reason: null, message: null }]
      : [],
    published: 0,
    total: 0,
    author_id: null,
    comment: comment === null ? null : cleanText(comment, longestComment),
    ...(client === null ? {} : { client: cleanText(client, 100) }),
    endpoint: host === null ? null : cleanText(host, 200),
    name: title === null ? null : excerptOf(cleanText(title, 400), longestExcerpt),
    ...asProblems(reasons.map(({ detail, ...parts }) => cleanReason(detail, parts))),
  }
}

function keyOf(workspaceId: string, id: string): string {
  return `${workspaceId} ${id}`
}
