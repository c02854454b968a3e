import { recordAudit } from '../../../audit/record-audit.ts'
import type { CallContext, Context, Origin } from '../../../context.ts'
import { type Queryable, sql } from '../../../db/database.ts'
import { newId } from '../../../lib/id.ts'
import { invalid, notFound, Problem } from '../../../lib/problem.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { approvePost } from '../../approval/approve-post.ts'
import { returnPost } from '../../approval/return-post.ts'
import { findOpenReview, lockRights, type OpenedReview, openReviewLink } from './open-review-link.ts'
import { findReviewedPosts, type ReviewedRow, refOf, seenOf, type TimedTarget } from './reviewed-posts.ts'

/** The longest name that a client types, and the longest comment. */
export const longestName = 80
export const longestComment = 2_000

/** The word of a client about a post. */
export interface ReviewDecision {
  readonly token: string
  readonly ref: string
  /** The content and the times that the client saw, as the answer named them. */
  readonly seen: string
  readonly name: string
  /** The changes that the client asks for; null approves it. */
  readonly comment: string | null
}

/**
 * Approves or returns a post by the word of a client, as the member who made the link would: with that member’s rights at this moment, by
 * the same verbs, with the same events. It is decided about what the client saw, its times too. The lock of the post puts two
 * decisions in order: the later one finds a post that does not wait any more.
 * @throws Problem 403 `review_looks_only`; 404; 409 `not_waiting`, `version_changed`, `own_post` or `scheduled_at_in_past`; 422; 429
 */
export async function decideInReview(
  context: Context,
  decision: ReviewDecision,
  from: Origin,
): Promise<void> {
  const opened = await openReviewLink(context, decision.token, from.ip ?? '')
  const later: (() => void)[] = []
  await context.db.transaction(async (tx) => {
    await lockRights(tx, opened)
    const link = await findOpenReview(tx, decision.token)
    if (!link) throw notFound('review link')
    if (!link.decides) throw looksOnly()
    const { workspaceId, mode, caller } = link
    const afterCommit = (work: () => void) => void later.push(work)
    await decide(
      { context, db: tx, workspaceId, mode, caller, from, request: null, afterCommit },
      link,
      decision,
    )
  })
  for (const work of later) work()
}

async function decide(call: CallContext, link: OpenedReview, decision: ReviewDecision): Promise<void> {
  const { comment, seen } = decision
  const typedName = readName(decision.name)
  const row = await lockReviewed(call.db, link, decision)
  const targets = await call.db.rows<TimedTarget>(sql`
    select account_id, scheduled_at from targets
    where workspace_id = ${link.workspaceId} and post_id = ${row.id} and parent_id is null`)
  if (row.approval_state === 'waiting' && !row.is_draft && seenOf(row, targets) !== seen) throw changed()
  const version = row.approval_version ?? 1
  const client = { review_link_id: link.id, recipient: link.recipient, typed_name: typedName }
  try {
    if (comment === null) await approvePost(call, row.id, { version }, null, client)
    else await returnPost(call, row.id, { version, comment: readComment(comment) }, null, client)
  } catch (error) {
    throw forClient(error)
  }
  await call.db.run(sql`
    insert into review_decisions (workspace_id, id, link_id, post_id, decision, version, typed_name, comment)
    values (${link.workspaceId}, ${newId()}, ${link.id}, ${row.id}, ${comment === null ? 'approved' : 'returned'},
      ${version}, ${typedName}, ${comment && readComment(comment)})`)
  await recordAudit(call.db, {
    action: comment === null ? 'post.approve' : 'post.return',
    actor: { kind: 'nobody', id: null },
    ...{ workspaceId: link.workspaceId, mode: link.mode, subjectId: row.id, from: call.from },
    details: { ...client, version },
  })
}

/** The post of this name, once its row is locked. @throws Problem 404 */
async function lockReviewed(
  db: Queryable,
  link: OpenedReview,
  { token, ref }: ReviewDecision,
): Promise<ReviewedRow> {
  const named = (rows: readonly ReviewedRow[]) => rows.find(({ id }) => refOf(token, id) === ref)
  const first = named(await findReviewedPosts(db, link))
  if (!first) throw notFound('post')
  await db.run(sql`
    select from posts where workspace_id = ${link.workspaceId} and id = ${first.id} for no key update`)
  const row = named(await findReviewedPosts(db, link))
  if (!row) throw notFound('post')
  return row
}

/** @throws Problem 422 */
function readName(name: string): string {
  const typed = cleanText(name, longestName)
  if (typed !== '') return typed
  const detail = 'This name has no letter that can be seen.'
  throw invalid([{ pointer: '/name', code: 'too_short', detail }])
}

/** The lines of a comment, each without what cannot be seen. @throws Problem 422 */
function readComment(comment: string): string {
  const lines = comment.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => cleanText(line, longestComment))
  const clean = lines.join('\n').trim()
  if (clean !== '') return clean
  const detail = 'Say in words what should change.'
  throw invalid([{ pointer: '/comment', code: 'too_short', detail }])
}

function looksOnly(): Problem {
  const detail = 'By this link you can look at the posts, and not decide about them.'
  return new Problem(403, 'review_looks_only', detail)
}

function changed(): Problem {
  const detail = 'This post was changed since you looked at it. Look at it again, and then decide.'
  return new Problem(409, 'version_changed', detail)
}

/** Says to a client what a member would be told in words of the API, and without the ids of accounts. */
function forClient(error: unknown): unknown {
  if (!(error instanceof Problem)) return error
  if (error.code === 'scheduled_at_in_past') {
    const detail =
      'The time of this post has passed, so it was not approved and nothing was published. The team must give it another time first.'
    return new Problem(409, error.code, detail)
  }
  if (error.code === 'own_post') {
    const detail =
      'The member who sent this link also asked for this approval, and this workspace wants two people. Ask for a link from somebody else of the team.'
    return new Problem(409, error.code, detail)
  }
  return error
}
