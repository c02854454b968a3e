import type { Measured } from '../../connectors/connector.ts'
import { type Database, type Queryable, raw, sql } from '../../db/database.ts'
import { figureNames, forEachFigure } from '../figure-columns.ts'
import { aheadOf, spansOf } from '../spans.ts'
import { type FigureLease, lockLease } from './figure-lease.ts'
import { nextLook } from './look-schedule.ts'
import type { PostToMeasure } from './posts-to-measure.ts'

/** A post with the figures that its network reported; null where the post is gone. */
export interface MeasuredPost {
  readonly post: PostToMeasure
  readonly measured: Measured | null
}

/** A network that does not know a post so often in a row has lost it. Its index may only be late the first time. */
const mostMisses = 2

/**
 * Stores the figures of posts, with those of the day and the sums, in one transaction. A figure that the network no
 * longer reports keeps its last value. Answers false when the lease was lost: then nothing is stored.
 */
export function writeFigures(
  db: Database,
  lease: FigureLease,
  posts: readonly MeasuredPost[],
): Promise<boolean> {
  const rows = posts.map(({ post: { id, publishedAt, measuredFor }, measured }) => ({
    ...measured,
    id,
    is_gone: measured === null,
    next_at: nextLook(publishedAt, measuredFor, true),
  }))
  return db.transaction(async (tx) => {
    if (!(await lockLease(tx, lease))) return false
    await storeFigures(tx, lease, rows)
    return true
  })
}

const typed = forEachFigure((name) => `${name} bigint`)
const names = forEachFigure((name) => name)

async function storeFigures(tx: Queryable, lease: FigureLease, rows: readonly object[]): Promise<void> {
  const { workspaceId, accountId, mode } = lease
  await tx.run(sql`
    with r as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(id uuid, is_gone boolean, next_at timestamptz, ${typed})
    ), before as materialized (
      select f.* from result_figures f join r on r.id = f.post_result_id
      where f.workspace_id = ${workspaceId} order by f.post_result_id for update of f
    ), stored as (
      update result_figures f set ${forEachFigure((name) => `${name} = coalesce(r.${name}, f.${name})`)},
        measured_at = case when r.is_gone then f.measured_at else clock_timestamp() end,
        misses = case when r.is_gone then f.misses + 1 else 0 end,
        next_at = case when r.is_gone and f.misses + 1 >= ${mostMisses} then null else r.next_at end
      from r where f.workspace_id = ${workspaceId} and f.post_result_id = r.id
      returning f.*
    ), days as (
      insert into result_days as d (workspace_id, post_result_id, day, ${names})
      select s.workspace_id, s.post_result_id,
        ((clock_timestamp() + ${aheadOf(sql`s.workspace_id`, sql`s.mode`)}) at time zone 'UTC')::date, ${forEachFigure((name) => `s.${name}`)}
      from stored s join r on r.id = s.post_result_id
      where not r.is_gone and num_nonnulls(${raw(figureNames.map((name) => `r.${name}`).join(', '))}) > 0
      on conflict (workspace_id, post_result_id, day) do update
        set ${forEachFigure((name) => `${name} = coalesce(excluded.${name}, d.${name})`)}
    )
    insert into figure_sums as s (workspace_id, mode, grain, starts_at, account_id, ${names})
    select ${workspaceId}, ${mode}, g.grain, g.starts_at, g.account_id,
      ${forEachFigure((name) => `sum(r.${name} - coalesce(b.${name}, 0))::bigint`)}
    from r join before b on b.post_result_id = r.id cross join lateral ${spansOf(sql`b.at`, sql`${accountId}::uuid`)}
    where num_nonnulls(${raw(figureNames.map((name) => `r.${name}`).join(', '))}) > 0
    group by g.grain, g.starts_at, g.account_id order by g.grain, g.starts_at, g.account_id
    on conflict (workspace_id, mode, grain, starts_at, account_id) do update
      set ${forEachFigure((name) => `${name} = coalesce(s.${name} + excluded.${name}, s.${name}, excluded.${name})`)}`)
}
