import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { readSpan } from '../lib/requests/read-span.ts'

export interface UsageQuery {
  readonly from?: string
  readonly to?: string
}

/** The number of posts published in a span of time, both ends inside it. */
export interface Usage {
  readonly from: string
  readonly to: string
  readonly published: number
  readonly platforms: { readonly platform: string; readonly published: number }[]
}

/**
 * How many posts were published: one for each post on each account, each part of a thread and each comment. Without a
 * span, those of this calendar month in UTC until now. @throws Problem 422
 */
export async function getUsage(call: CallContext, query: UsageQuery): Promise<Usage> {
  const now = new Date()
  const span = readSpan(query.from, query.to)
  const to = span.to ?? now
  const from = span.from ?? new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth()))
  const platforms = await call.db.rows<{ platform: string; published: number }>(sql`
    select platform, count(*)::int as published from usage
    where workspace_id = ${call.workspaceId} and mode = ${call.mode}
      and published_at >= ${from} and published_at < ${to}::timestamptz + interval '1 millisecond'
    group by platform order by platform`)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    published: platforms.reduce((sum, { published }) => sum + published, 0),
    platforms,
  }
}
