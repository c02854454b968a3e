import { type AccountFacts, accountOf } from '../accounts/account-of.ts'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { oldestMs } from './collecting/look-schedule.ts'
import { findMeasurePower } from './find-measure-power.ts'
import { aheadOf } from './spans.ts'

const pauseSeconds = 30 * 60

/**
 * Reads the figures of all recent posts again, in the background. Answers the platforms that will be read. The rates of
 * the networks hold here too, so many posts take a while.
 * @throws Problem 429 `synced_recently`
 */
export async function syncAnalytics(call: CallContext): Promise<{ triggered: string[] }> {
  const accounts = await listReadable(call)
  const asked = accounts.length > 0 && (await noteSync(call)) ? accounts : []
  if (asked.length > 0)
    await makeDue(
      call,
      asked.map(({ id }) => id),
    )
  return { triggered: [...new Set(asked.map(({ platform }) => platform))].sort() }
}

interface SyncedRow extends AccountFacts {
  readonly platform: string
}

/** The accounts with posts to measure, on networks that report figures. */
async function listReadable({ db, context, workspaceId, mode }: CallContext): Promise<SyncedRow[]> {
  const rows = await db.rows<SyncedRow>(sql`
    select a.id, a.external_id, a.username, a.settings, a.platform from figure_turns t
      join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
    where t.workspace_id = ${workspaceId} and t.mode = ${mode} and a.status = 'active' and a.disconnected_at is null
      and exists (select from result_figures f where f.workspace_id = t.workspace_id and f.account_id = t.account_id
        and f.next_at is not null)
    order by a.id`)
  return rows.filter((row) => findMeasurePower(context, row.platform)?.power.refusal(accountOf(row)) === null)
}

/** Records the time of this sync. @throws Problem 429 when the last one is half an hour ago or less */
async function noteSync({ db, workspaceId, mode }: CallContext): Promise<boolean> {
  const noted = await db.run(sql`
    insert into figure_syncs as s (workspace_id, mode, at) values (${workspaceId}, ${mode}, clock_timestamp())
    on conflict (workspace_id, mode) do update set at = excluded.at
    where s.at <= clock_timestamp() - make_interval(secs => ${pauseSeconds})`)
  if (noted === 1) return true
  const last = await db.row<{ wait: number }>(sql`
    select ceil(extract(epoch from at - clock_timestamp()) + ${pauseSeconds}::float8)::int as wait from figure_syncs
    where workspace_id = ${workspaceId} and mode = ${mode}`)
  throw new Problem(
    429,
    'synced_recently',
    'The figures were asked for less than 30 minutes ago. They come in by themselves.',
    {
      retryAfterSeconds: Math.max(1, last?.wait ?? pauseSeconds),
    },
  )
}

/** Accounts that rest because their network asked for it go on resting. */
async function makeDue({ db, workspaceId, mode }: CallContext, accountIds: readonly string[]): Promise<void> {
  const now = sql`(clock_timestamp() + ${aheadOf(sql`${workspaceId}::uuid`, sql`${mode}::text`)})`
  await db.run(sql`
    with leases as materialized (
      select t.account_id from figure_turns t
      where t.workspace_id = ${workspaceId} and t.account_id = any(${accountIds}::uuid[]) order by t.account_id for update
    )
    update figure_turns t set due_at = ${now}, rest_until = case when t.reason is null then t.rest_until end
    from leases where t.workspace_id = ${workspaceId} and t.account_id = leases.account_id`)
  await db.run(sql`
    update result_figures set next_at = least(next_at, ${now})
    where workspace_id = ${workspaceId} and account_id = any(${accountIds}::uuid[]) and next_at is not null
      and at > ${now} - ${oldestMs}::float8 * interval '1 millisecond'`)
}
