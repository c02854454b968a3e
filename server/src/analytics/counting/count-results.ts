import { type Queryable, sql } from '../../db/database.ts'
import { resultStatus } from '../../publishing/post-status.ts'
import { nextLook } from '../collecting/look-schedule.ts'
import { failedStep, stepOf } from '../lateness.ts'
import { aheadOf, spansOf } from '../spans.ts'

/** The key of a result; other targets are passed over. */
export interface ResultKey {
  readonly workspace_id: string
  readonly id: string
}

/**
 * Counts results by their outcome. Counting a result twice does no harm: a result that failed and was retried is
 * counted again, and replaces its earlier count. A result without an outcome keeps its last count.
 */
export async function countResults(tx: Queryable, keys: readonly ResultKey[]): Promise<void> {
  if (keys.length === 0) return
  // Two that count the same result at once would both see its old count.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('count results', 0))`)
  const ended = await readEnded(tx, keys)
  if (ended.length === 0) return
  const rows = ended.map(({ late_ms: lateMs, now, ...row }) => ({
    ...row,
    step: row.outcome === 'failed' ? failedStep : stepOf(lateMs),
    next_at: row.is_public ? nextLook(row.at, now, false) : null,
  }))
  await storeDueTimes(tx, rows)
  await storeCounts(tx, rows)
}

/** A result that has come to an end, or of whose thread at least the first post is public. */
interface Ended extends ResultKey {
  readonly mode: string
  readonly account_id: string
  readonly platform: string
  readonly outcome: 'published' | 'failed'
  readonly is_public: boolean
  readonly at: Date
  readonly late_ms: number
  /** By the clock of its mode. */
  readonly now: Date
}

/** Results that are not counted as they are now, in the order of their keys. Late is how long after its time it was sent. */
function readEnded(tx: Queryable, keys: readonly ResultKey[]): Promise<Ended[]> {
  return tx.rows<Ended>(sql`
    select s.workspace_id, s.id, s.mode, s.account_id, s.platform, s.status as outcome, s.is_public,
      s.at + s.ahead as at, greatest(0, extract(epoch from s.sent_at + s.ahead - s.scheduled_at) * 1000)::float8 as late_ms,
      clock_timestamp() + s.ahead as now
    from (
      select r.*, ${resultStatus('r')} as status, r.state = 'published' as is_public,
        coalesce(r.published_at, r.updated_at) as at, ${aheadOf(sql`r.workspace_id`, sql`r.mode`)} as ahead,
        coalesce((select c.first_sent_at from commits c where c.workspace_id = r.workspace_id and c.target_id = r.id
          and c.outcome not in ('rejected', 'not_sent', 'absent') order by c.created_at desc limit 1), r.published_at) as sent_at
      from (select distinct * from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(workspace_id uuid, id uuid)) k
        join targets r on r.workspace_id = k.workspace_id and r.id = k.id and r.part = 'post'
    ) s left join result_figures f on f.workspace_id = s.workspace_id and f.post_result_id = s.id
    where s.status in ('published', 'failed') and (f.outcome is null or (f.outcome, f.is_public) <> (s.status, s.is_public))
    order by s.workspace_id, s.id`)
}

interface EndedRow extends Omit<Ended, 'late_ms' | 'now'> {
  readonly step: number
  readonly next_at: Date | null
}

const columns = sql`r(workspace_id uuid, id uuid, mode text, account_id uuid, platform text, outcome text, is_public boolean,
  at timestamptz, step smallint, next_at timestamptz)`

/** Stores when the figures of each account are due. A lease is locked before results, as by the process that holds it. */
async function storeDueTimes(tx: Queryable, rows: readonly EndedRow[]): Promise<void> {
  await tx.run(sql`
    insert into figure_turns as t (workspace_id, account_id, mode, platform, due_at)
    select workspace_id, account_id, mode, platform, min(next_at)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${columns}
    where next_at is not null
    group by workspace_id, account_id, mode, platform order by workspace_id, account_id
    on conflict (workspace_id, account_id) do update set due_at = least(t.due_at, excluded.due_at)`)
}

async function storeCounts(tx: Queryable, rows: readonly EndedRow[]): Promise<void> {
  await tx.run(sql`
    with r as materialized (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${columns}),
    before as materialized (
      select f.workspace_id, f.mode, f.account_id, f.at, f.step
      from r join result_figures f on f.workspace_id = r.workspace_id and f.post_result_id = r.id
    ), stored as (
      insert into result_figures (workspace_id, post_result_id, mode, account_id, platform, outcome, is_public, at, step, next_at)
      select workspace_id, id, mode, account_id, platform, outcome, is_public, at, step, next_at from r
      order by workspace_id, id
      on conflict (workspace_id, post_result_id) do update set outcome = excluded.outcome, is_public = excluded.is_public,
        at = excluded.at, step = excluded.step, next_at = excluded.next_at
    ), changes as (
      select workspace_id, mode, account_id, at, step, 1 as change from r
      union all select workspace_id, mode, account_id, at, step, -1 from before
    )
    insert into outcome_counts as o (workspace_id, mode, grain, starts_at, account_id, step, results)
    select c.workspace_id, c.mode, g.grain, g.starts_at, g.account_id, c.step, sum(c.change)
    from changes c cross join lateral ${spansOf(sql`c.at`, sql`c.account_id`)}
    group by c.workspace_id, c.mode, g.grain, g.starts_at, g.account_id, c.step having sum(c.change) <> 0
    order by c.workspace_id, c.mode, g.grain, g.starts_at, g.account_id, c.step
    on conflict (workspace_id, mode, grain, starts_at, account_id, step) do update
      set results = o.results + excluded.results`)
}
