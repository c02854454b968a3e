import { setImmediate as turn } from 'node:timers/promises'
import type { Static } from 'typebox'
import { avatarUrl } from '../../../accounts/avatar-url.ts'
import { writePreview } from '../../../accounts/list-platforms.ts'
import { byName } from '../../../connectors/of-platform.ts'
import type { CallContext, Context } from '../../../context.ts'
import { sql } from '../../../db/database.ts'
import { limitPer } from '../../../lib/concurrency/limit-per.ts'
import { mustAskApproval } from '../../require-publish.ts'
import { mostPosts } from '../review-link-schema.ts'
import { noteOpening, type OpenedReview, openReviewLink } from './open-review-link.ts'
import { type Content, readContents } from './read-contents.ts'
import type { ReviewedAccount, ReviewedPost, ReviewState, reviewSchema } from './review-schema.ts'
import { readMediaOf, type ShownMedia } from './reviewed-media.ts'
import { findReviewedPosts, isLate, type ReviewedRow, refOf, seenOf } from './reviewed-posts.ts'

/** Everything that a client sees behind a link. */
export type Review = Omit<Static<ReturnType<typeof reviewSchema>>, 'platforms'> & {
  platforms: { platform: string; name: string; icon_url: string; preview: ReturnType<typeof writePreview> }[]
}

/** Each has up to a hundred posts, so a few are made at a time and others wait. */
const limitReviews = limitPer<Context>(2)
/** The most characters of all texts together. */
const mostCharacters = 1_000_000
const shownDecisions = 10

/** Reads what a link shows, as its client may see it. @throws Problem 404, 429 */
export async function readReview(context: Context, secret: string, ip: string): Promise<Review> {
  const link = await openReviewLink(context, secret, ip)
  await noteOpening(context.db, link)
  return limitReviews(context)(() => showReview(context, link, secret))
}

async function showReview(context: Context, link: OpenedReview, secret: string): Promise<Review> {
  const { db, config, connectors } = context
  const found = await findReviewedPosts(db, link)
  const call = callOf(context, link)
  const contents = await readContents(call, found.slice(0, mostPosts))
  const shown = withinLimit(found.slice(0, mostPosts), contents)
  const [accounts, media, decisions] = await Promise.all([
    readAccounts(call, shown),
    readMediaOf(call, [...contents.values()].flat()),
    readDecisions(link, db),
  ])
  const posts: ReviewedPost[] = []
  for (const [index, row] of shown.entries()) {
    if (index % 10 === 9) await turn()
    const of = { contents: contents.get(row.id) ?? [], accounts, media }
    posts.push(showPost({ row, link, secret, decisions: decisions.get(row.id) ?? [] }, of))
  }
  const used = new Set(posts.flatMap((post) => post.accounts.map(({ platform }) => platform)))
  return {
    workspace: link.workspace,
    recipient: link.recipient,
    decides: link.decides,
    expires_at: link.expiresAt.toISOString(),
    has_more: shown.length < found.length,
    platforms: byName(connectors)
      .filter(({ platform }) => used.has(platform))
      .map(({ platform, name, preview }) => ({
        platform,
        name,
        icon_url: `${config.publicUrl.replace(/\/$/, '')}/v1/platforms/${platform}/icon.svg`,
        preview: writePreview(preview),
      })),
    posts: posts.toSorted((one, other) => orderOf(one) - orderOf(other)),
  }
}

const orderOf = ({ at }: ReviewedPost) => (at === null ? 0 : Date.parse(at))

/** A call in the name of the maker, which reads alone. */
function callOf(context: Context, { workspaceId, mode, caller }: OpenedReview): CallContext {
  const from = { ip: null, userAgent: null }
  const afterCommit = (work: () => void) => work()
  return { context, db: context.db, workspaceId, mode, caller, from, request: null, afterCommit }
}

function withinLimit(
  rows: readonly ReviewedRow[],
  contents: ReadonlyMap<string, readonly Content[]>,
): ReviewedRow[] {
  let size = 0
  return rows.filter(({ id }) => {
    for (const { parts } of contents.get(id) ?? []) for (const { text } of parts) size += text.length
    return size <= mostCharacters
  })
}

interface AccountRow {
  readonly id: string
  readonly platform: string
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
  readonly avatar_name: string
}

async function readAccounts(
  { db, workspaceId, mode, context }: CallContext,
  rows: readonly ReviewedRow[],
): Promise<Map<string, Pick<ReviewedAccount, 'platform' | 'username' | 'display_name' | 'avatar_url'>>> {
  const ids = [...new Set(rows.flatMap((row) => row.account_ids))]
  const found = await db.rows<AccountRow>(sql`
    select id, platform, username, display_name, avatar_url, avatar_name from social_accounts
    where workspace_id = ${workspaceId} and mode = ${mode} and id = any(${ids}::uuid[])`)
  return new Map(
    found.map((row) => {
      const { id, platform, username, display_name } = row
      return [id, { platform, username, display_name, avatar_url: avatarUrl(context.config.publicUrl, row) }]
    }),
  )
}

type Decision = Omit<ReviewedPost['decisions'][number], 'is_current' | 'decided_at'> & {
  readonly post_id: string
  readonly version: number
  readonly decided_at: Date
}

async function readDecisions(
  { workspaceId, id }: OpenedReview,
  db: CallContext['db'],
): Promise<Map<string, Decision[]>> {
  const rows = await db.rows<Decision>(sql`
    select post_id, decision, version, typed_name, comment, decided_at from (
      select d.*, row_number() over (partition by post_id order by decided_at desc, id desc) as n from review_decisions d
      where workspace_id = ${workspaceId} and link_id = ${id}) d
    where n <= ${shownDecisions} order by decided_at desc, id desc`)
  return Map.groupBy(rows, ({ post_id }) => post_id)
}

interface Shown {
  readonly row: ReviewedRow
  readonly link: OpenedReview
  readonly secret: string
  readonly decisions: readonly Decision[]
}

interface Parts {
  readonly contents: readonly Content[]
  readonly accounts: Awaited<ReturnType<typeof readAccounts>>
  readonly media: ShownMedia
}

function showPost(
  { row, link, secret, decisions }: Shown,
  { contents, accounts, media }: Parts,
): ReviewedPost {
  const times = contents.flatMap(({ account_id, scheduled_at }) =>
    scheduled_at === null ? [] : [{ account_id, scheduled_at }],
  )
  return {
    ref: refOf(secret, row.id),
    state: stateOf(row),
    at: row.scheduled_at?.toISOString() ?? null,
    seen: seenOf(row, times),
    cannot: hindranceOf(row, link, isLate(row, times)),
    accounts: contents.flatMap((content) => {
      const account = accounts.get(content.account_id)
      return account === undefined ? [] : [{ ...account, ...showContent(content, row, media) }]
    }),
    decisions: decisions.map(({ decision, typed_name, comment, decided_at, version }) => ({
      ...{ decision, typed_name, comment, decided_at: decided_at.toISOString() },
      is_current: version === row.approval_version && decision === row.approval_state,
    })),
  }
}

function showContent(
  { scheduled_at: at, is_published, url, title, parts }: Content,
  { scheduled_at: ofPost }: ReviewedRow,
  media: ShownMedia,
) {
  const hasOwnTime = at !== null && ofPost !== null && at.getTime() !== ofPost.getTime()
  return {
    at: hasOwnTime ? at.toISOString() : null,
    ...{ is_published, url, title },
    parts: parts.map(({ part, text, media: named }) => ({ part, text, media: media.show(named) })),
  }
}

function stateOf({ status, is_draft, approval_state: approval }: ReviewedRow): ReviewState {
  switch (status) {
    case 'draft':
      return is_draft && approval === 'returned' ? 'returned' : 'draft'
    case 'held':
    case 'scheduled':
      if (approval === 'waiting') return 'waiting'
      return approval === 'approved' ? 'approved' : 'scheduled'
    case 'processing':
      return 'publishing'
    case 'posted':
      return 'published'
    case 'partial':
      return 'partly_published'
    case 'failed':
      return 'not_published'
    case 'needs_review':
      return 'unclear'
    case 'canceled':
      return 'canceled'
  }
}

/** Why a client cannot approve a post now; null where they can. */
function hindranceOf(
  { approval_state: state, is_draft, approval_by: by }: ReviewedRow,
  { decides, caller }: OpenedReview,
  late: boolean,
): ReviewedPost['cannot'] {
  if (!decides) return 'looks_only'
  if (state !== 'waiting' || is_draft) return 'nothing_asked'
  if (mustAskApproval(caller) && by === caller.userId) return 'same_person'
  return late ? 'late' : null
}
