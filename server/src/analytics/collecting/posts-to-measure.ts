import type { PublishedPost } from '../../connectors/connector.ts'
import { type Queryable, sql } from '../../db/database.ts'
import type { Json } from '../../lib/json/json.ts'
import { aheadOf } from '../spans.ts'
import type { FigureLease } from './figure-lease.ts'

/** A post whose figures are to be read. Times are by the clock of its mode. */
export interface PostToMeasure {
  readonly id: string
  readonly post: PublishedPost
  readonly publishedAt: Date
  /** Now, or the time at which it was to be measured if that is later: several are measured a little early. */
  readonly measuredFor: Date
}

interface MeasuredRow {
  id: string
  remote_id: string
  remote_url: string
  remote_reference: Json
  at: Date
  measured_for: Date
}

/** The posts of an account that are to be measured now or within minutes, the longest due first: one call asks for several. */
export async function listPostsToMeasure(
  db: Queryable,
  lease: FigureLease,
  most: number,
): Promise<PostToMeasure[]> {
  const { workspaceId, accountId } = lease
  await leaveOutLost(db, lease)
  const rows = await db.rows<MeasuredRow>(sql`
    select f.post_result_id as id, r.remote_id, r.remote_url, r.remote_reference, f.at, greatest(clock.now, f.next_at) as measured_for
    from (select clock_timestamp() + ${aheadOf(sql`${workspaceId}::uuid`, sql`${lease.mode}::text`)} as now) clock
      join result_figures f on f.workspace_id = ${workspaceId} and f.account_id = ${accountId}
        and f.next_at <= clock.now + interval '10 minutes'
      join targets r on r.workspace_id = f.workspace_id and r.id = f.post_result_id
    order by f.next_at, f.post_result_id limit ${most}`)
  return rows.map((row) => ({
    id: row.id,
    post: { remoteId: row.remote_id, url: row.remote_url, reference: row.remote_reference },
    publishedAt: row.at,
    measuredFor: row.measured_for,
  }))
}

/** Deleted posts, and posts whose id at the network is unknown, are no longer read. */
async function leaveOutLost(db: Queryable, { workspaceId, accountId }: FigureLease): Promise<void> {
  await db.run(sql`
    update result_figures f set next_at = null
    from targets r join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
    where f.workspace_id = ${workspaceId} and f.account_id = ${accountId} and f.next_at is not null
      and r.workspace_id = f.workspace_id and r.id = f.post_result_id
      and (p.deleted_at is not null or r.remote_id is null or ${lacksId})`)
}

/** Whether a person resolved the result `r` as public without giving the network's id. */
export const lacksId = sql`(r.remote_id = r.remote_url and r.remote_reference = 'null')`
