import type { CommitRequest } from '../../../connectors/connector.ts'
import { type Queryable, sql } from '../../../db/database.ts'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { isOpenCommit } from '../../../targets/state-sql.ts'
import type { Exchange } from '../calling/exchange.ts'
import type { Work } from '../claiming/load-work.ts'

/** A commit as it is stored. */
export interface CommitRow {
  readonly id: string
  readonly request: CommitRequest
  /** One of its sends may have taken effect without an answer that we know. */
  readonly ambiguous: boolean
  readonly sends: number
  readonly firstSentAt: Date
  readonly ref: string | null
  readonly evidence: readonly Evidence[]
  /** The last send as it is to be stored; null where this process has sent nothing. */
  readonly exchange: Exchange | null
}

/** An entry of the commit's log: an answer that came late, or what a look at the network showed. */
export type Evidence = JsonObject

/** The commit of a target that is not yet proven to have had no effect, or null. */
export async function loadOpenCommit(db: Queryable, work: Work): Promise<CommitRow | null> {
  const row = await db.row<{
    id: string
    request: Buffer
    ambiguous: boolean
    sends: number
    first_sent_at: Date
    ref: string | null
    evidence: Evidence[]
  }>(sql`
    select id, request, ambiguous, sends, first_sent_at, ref, evidence from commits c
    where workspace_id = ${work.seen.workspaceId} and target_id = ${work.seen.id}
      and ${isOpenCommit('c')}`)
  if (!row) return null
  return {
    id: row.id,
    request: JSON.parse(row.request.toString('utf8')) as CommitRequest,
    ambiguous: row.ambiguous,
    sends: row.sends,
    firstSentAt: row.first_sent_at,
    ref: row.ref,
    evidence: row.evidence,
    exchange: null,
  }
}

/** Settles a commit for good. An accepted commit stays open until its network has reported the outcome. */
export async function closeCommit(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  outcome: 'ok' | 'accepted' | 'rejected' | 'not_sent' | 'absent',
  more: { ref?: string; error?: unknown },
): Promise<void> {
  await tx.run(sql`
    update commits set outcome = ${outcome}, ref = coalesce(${more.ref ?? null}, ref),
      error = ${more.error === undefined ? null : JSON.stringify(more.error)}::jsonb,
      exchange = coalesce(${written(commit)}::jsonb, exchange),
      settled_at = case when ${outcome} = 'accepted' then null else clock_timestamp() end
    where workspace_id = ${work.seen.workspaceId} and id = ${commit.id}`)
}

/** Notes that the outcome of the commit is unknown. */
export async function markUnknown(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  error: unknown = null,
): Promise<void> {
  await tx.run(sql`
    update commits set outcome = 'unknown', error = coalesce(${error && JSON.stringify(error)}::jsonb, error),
      exchange = coalesce(${written(commit)}::jsonb, exchange)
    where workspace_id = ${work.seen.workspaceId} and id = ${commit.id}`)
}

function written({ exchange }: CommitRow): string | null {
  return exchange && JSON.stringify(exchange)
}

/** Appends an entry to the commit's log, with the time. */
export async function addEvidence(
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  entry: { readonly [key: string]: Json },
): Promise<void> {
  await tx.run(sql`
    update commits set evidence = evidence || jsonb_build_array(
      jsonb_build_object('at', clock_timestamp()) || ${JSON.stringify(entry)}::jsonb)
    where workspace_id = ${work.seen.workspaceId} and id = ${commit.id}`)
}

/** Milliseconds since the first send, by the database's clock. */
export async function commitAge(db: Queryable, work: Work, commit: CommitRow): Promise<number> {
  const row = await db.row<{ ms: number }>(sql`
    select (extract(epoch from clock_timestamp() - first_sent_at) * 1000)::float8 as ms from commits
    where workspace_id = ${work.seen.workspaceId} and id = ${commit.id}`)
  return row?.ms ?? Number.POSITIVE_INFINITY
}
