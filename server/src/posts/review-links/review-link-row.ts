import { findMaker } from '../../api-keys/find-maker.ts'
import type { CallContext, Mode } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'
import type { ReviewFilter, ReviewLink } from './review-link-schema.ts'

/** A review link as the database has it. */
export interface ReviewLinkRow {
  readonly workspace_id: string
  readonly id: string
  readonly mode: Mode
  readonly user_id: string
  readonly key_id: string | null
  readonly recipient: string
  readonly may_decide: boolean
  readonly post_ids: string[] | null
  readonly filter: ReviewFilter | null
  readonly expires_at: Date
  readonly is_expired: boolean
  readonly revoked_at: Date | null
  readonly opened_at: Date | null
  readonly created_at: Date
  /** `created_at` as the database wrote it. */
  readonly at: string
}

/** For `select ${reviewLinkColumns} from review_links l`. */
export const reviewLinkColumns = sql`
  l.workspace_id, l.id, l.mode, l.user_id, l.key_id, l.recipient, l.may_decide, l.post_ids, l.filter, l.expires_at,
  l.expires_at <= crier_now(l.workspace_id, l.mode) as is_expired, l.revoked_at, l.opened_at, l.created_at,
  l.created_at::text as at`

interface DecisionRow {
  readonly link_id: string
  readonly post_id: string
  readonly decision: 'approved' | 'returned'
  readonly version: number
  readonly typed_name: string
  readonly comment: string | null
  readonly decided_at: Date
}

const shownDecisions = 20

/** @throws Problem 404 */
export async function loadReviewLink(
  { db, workspaceId, mode }: Pick<CallContext, 'db' | 'workspaceId' | 'mode'>,
  id: string,
): Promise<ReviewLinkRow> {
  const row = await db.row<ReviewLinkRow>(sql`
    select ${reviewLinkColumns} from review_links l
    where l.workspace_id = ${workspaceId} and l.mode = ${mode} and l.id = ${id}`)
  if (!row) throw notFound('review link')
  return row
}

/** Links of one workspace as the API shows them, with what was decided by them, and what they may do at this moment. */
export async function showReviewLinks(db: Queryable, rows: readonly ReviewLinkRow[]): Promise<ReviewLink[]> {
  const [first] = rows
  if (!first) return []
  const decisions = await db.rows<DecisionRow>(sql`
    select d.link_id, d.post_id, d.decision, d.version, d.typed_name, d.comment, d.decided_at
    from unnest(${rows.map(({ id }) => id)}::uuid[]) as asked(id) cross join lateral (
      select * from review_decisions d where d.workspace_id = ${first.workspace_id} and d.link_id = asked.id
      order by d.decided_at desc, d.id desc limit ${shownDecisions}) d
    order by d.decided_at desc, d.id desc`)
  const byLink = Map.groupBy(decisions, (each) => each.link_id)
  const makers = await findMakers(db, rows)
  return rows.map((row) => toReviewLink(row, byLink.get(row.id) ?? [], makers.get(nameOfMaker(row)) ?? null))
}

/** The rights of a maker at this moment: null once they open nothing. */
type Rights = { readonly publishes: boolean } | null

const nameOfMaker = ({ user_id, key_id }: ReviewLinkRow) => `${user_id} ${key_id}`

async function findMakers(db: Queryable, rows: readonly ReviewLinkRow[]): Promise<Map<string, Rights>> {
  const makers = new Map<string, Rights>()
  for (const row of rows) {
    const name = nameOfMaker(row)
    if (makers.has(name)) continue
    const maker = await findMaker(db, row)
    makers.set(name, maker && { publishes: mayPublish(maker.caller.scopes) })
  }
  return makers
}

export function mayPublish(scopes: 'all' | readonly string[]): boolean {
  return scopes === 'all' || scopes.includes('publish')
}

function toReviewLink(row: ReviewLinkRow, decisions: readonly DecisionRow[], maker: Rights): ReviewLink {
  const status = statusOf(row, maker)
  return {
    id: row.id,
    recipient: row.recipient,
    status,
    may_decide: row.may_decide,
    decides: status === 'open' && row.may_decide && (maker?.publishes ?? false),
    posts: row.post_ids,
    filter: row.filter,
    created_by: row.user_id,
    last_opened_at: row.opened_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
    decisions: decisions.map(({ link_id: _, decided_at, ...decision }) => ({
      ...decision,
      decided_at: decided_at.toISOString(),
    })),
    created_at: row.created_at.toISOString(),
  }
}

function statusOf({ revoked_at, is_expired }: ReviewLinkRow, maker: Rights): ReviewLink['status'] {
  if (revoked_at !== null) return 'revoked'
  if (is_expired) return 'expired'
  return maker === null ? 'ended' : 'open'
}
