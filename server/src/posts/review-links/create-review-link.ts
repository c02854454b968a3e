import { keyOf } from '../../api-keys/find-maker.ts'
import { hashToken, makeToken } from '../../api-keys/token-form.ts'
import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { type FieldProblem, invalid, Problem } from '../../lib/problem.ts'
import { cleanLine } from '../../lib/text/clean-text.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { requirePublish } from '../require-publish.ts'
import { loadReviewLink, showReviewLinks } from './review-link-row.ts'
import {
  type MadeReviewLink,
  mostPosts,
  type NewReviewLink,
  type ReviewFilter,
  usualSeconds,
} from './review-link-schema.ts'

/** As many as a large agency has clients; a link that nobody needs can be revoked. */
const mostOpen = 500

/**
 * Makes a link by which a client sees chosen posts, and may decide about their approval in the name of who makes it. Its secret
 * stands in the part of the address that no browser sends, and only its hash is stored.
 * @throws Problem 403 `scope_missing`; 409 `too_many_review_links`; 422
 */
export async function createReviewLink(call: CallContext, link: NewReviewLink): Promise<MadeReviewLink> {
  const { context, db, workspaceId, mode, caller } = call
  const { may_decide: mayDecide = true, expires_in_seconds: seconds = usualSeconds } = link
  if (mayDecide) requirePublish(call)
  const recipient = cleanLine(link.recipient)
  if (recipient === '') throw invalid([emptyRecipient])
  const posts = await readChoice(call, link)
  await requireRoom(call)
  const [id, secret] = [newId(), makeToken('review')]
  await db.run(sql`
    insert into review_links (workspace_id, id, mode, user_id, key_id, recipient, may_decide, post_ids, filter, secret_hash,
      expires_at)
    values (${workspaceId}, ${id}, ${mode}, ${caller.userId}, ${keyOf(caller)}, ${recipient}, ${mayDecide},
      ${posts.ids}::uuid[], ${posts.filter && JSON.stringify(posts.filter)}::jsonb, ${hashToken(secret)},
      crier_now(${workspaceId}, ${mode}) + make_interval(secs => ${seconds}))`)
  const [made] = await showReviewLinks(db, [await loadReviewLink(call, id)])
  if (!made) throw new Error('A link that was made is not there.')
  return { ...made, url: `${context.config.publicUrl}/review#${secret}` }
}

const emptyRecipient: FieldProblem = {
  pointer: '/recipient',
  code: 'too_short',
  detail: 'This name has no letter that can be seen.',
}

interface Choice {
  readonly ids: readonly string[] | null
  readonly filter: ReviewFilter | null
}

async function readChoice(call: CallContext, { posts, waiting, filter }: NewReviewLink): Promise<Choice> {
  const faults = filter === undefined ? [] : timeProblems(filter)
  const given = [posts, waiting, filter].filter((each) => each !== undefined)
  if (given.length !== 1) {
    const detail = 'Say which posts it shows, in one of these ways: posts, waiting or filter.'
    faults.push({ pointer: '/posts', code: 'one_choice', detail })
  }
  if (faults.length > 0) throw invalid(faults)
  if (posts !== undefined) return { ids: await readPosts(call, posts), filter: null }
  if (filter !== undefined) return { ids: null, filter: await readFilter(call, filter) }
  return { ids: await findWaiting(call), filter: null }
}

async function readPosts({ db, workspaceId, mode }: CallContext, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from posts where workspace_id = ${workspaceId} and mode = ${mode} and id = any(${[...ids]}::uuid[])
      and deleted_at is null`)
  const known = new Set(rows.map(({ id }) => id))
  const missing = ids.flatMap((id, index) => {
    const detail = 'There is no post with this id.'
    return known.has(id.toLowerCase()) ? [] : [{ pointer: `/posts/${index}`, code: 'post_not_found', detail }]
  })
  if (missing.length > 0) throw invalid(missing)
  return ids.map((id) => id.toLowerCase())
}

async function findWaiting({ db, workspaceId, mode }: CallContext): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select p.id from posts p
    where p.workspace_id = ${workspaceId} and p.mode = ${mode} and p.approval_state = 'waiting' and p.deleted_at is null
    order by coalesce(p.scheduled_at, p.approval_at), p.id limit ${mostPosts}`)
  if (rows.length > 0) return rows.map(({ id }) => id)
  const detail = 'No post waits for approval now.'
  throw invalid([{ pointer: '/waiting', code: 'nothing_waits', detail }])
}

async function readFilter(
  { db, workspaceId, mode }: CallContext,
  filter: ReviewFilter,
): Promise<ReviewFilter> {
  const { social_account_ids: accounts = [] } = filter
  const rows = await db.rows<{ id: string }>(sql`
    select id from social_accounts where workspace_id = ${workspaceId} and mode = ${mode} and disconnected_at is null
      and id = any(${[...accounts]}::uuid[])`)
  const known = new Set(rows.map(({ id }) => id))
  const problems: FieldProblem[] = accounts.flatMap((id, index) => {
    const detail = 'There is no account with this id.'
    const pointer = `/filter/social_account_ids/${index}`
    return known.has(id.toLowerCase()) ? [] : [{ pointer, code: 'account_not_found', detail }]
  })
  if (problems.length > 0) throw invalid(problems)
  return filter
}

const longestMs = 10 * 366 * 86_400_000

function timeProblems({ from, to }: ReviewFilter): FieldProblem[] {
  const far = Object.entries({ from, to }).flatMap(([name, at]) => {
    if (at === undefined || Math.abs(Date.parse(at) - Date.now()) < longestMs) return []
    const detail = 'This time is more than ten years away.'
    return [{ pointer: `/filter/${name}`, code: 'out_of_range', detail }]
  })
  if (far.length > 0 || from === undefined || to === undefined || Date.parse(from) < Date.parse(to))
    return far
  const detail = 'The end must be after the beginning.'
  return [{ pointer: '/filter/to', code: 'out_of_range', detail }]
}

async function requireRoom({ db, workspaceId, mode }: CallContext): Promise<void> {
  // Two that are made at once are counted one after the other.
  await db.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`review links ${workspaceId} ${mode}`}, 0))`,
  )
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from review_links
    where workspace_id = ${workspaceId} and mode = ${mode} and revoked_at is null
      and expires_at > crier_now(${workspaceId}, ${mode})`)
  if ((row?.count ?? 0) < mostOpen) return
  const detail = sentence('This workspace has {most} open review links already. Revoke one first.', {
    most: mostOpen,
  })
  throw new Problem(409, 'too_many_review_links', detail)
}
