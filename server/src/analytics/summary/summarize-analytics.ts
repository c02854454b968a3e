import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { findMeasurePower } from '../find-measure-power.ts'
import { aheadOf } from '../spans.ts'
import { countPeriods } from './count-periods.ts'
import { type PeriodsQuery, readPeriods } from './read-periods.ts'
import type { Summary } from './summary-schema.ts'
import { addUp, tallies } from './tally.ts'

/**
 * How publishing went in a span of time: by day or hour of a time zone, by account and by platform. It reads counts that are
 * kept beside the results, so that a year costs what a month does. @throws Problem 422
 */
export async function summarizeAnalytics(call: CallContext, query: PeriodsQuery): Promise<Summary> {
  const { now, zone: usualZone } = await readClock(call)
  const periods = readPeriods(query, usualZone, now)
  const counted = await countPeriods(call, periods)
  const byPeriod = tallies(counted.byPeriod, counted.figuresByPeriod)
  const byAccount = tallies(counted.byAccount, counted.figuresByAccount)
  const accounts = await listAccounts(call, [...byAccount.keys()])
  const platforms = Map.groupBy(accounts, ({ platform }) => platform)
  const { zone, interval, starts, end } = periods
  const tallyOf = ({ id }: Account) => byAccount.get(id)
  return {
    from: (starts[0] ?? end).toISOString(),
    to: end.toISOString(),
    timezone: zone.name,
    interval,
    total: addUp([...byAccount.values()]),
    periods: starts.map((at, index) => ({
      date: new Date(zone.wallAt(at.getTime())).toISOString().slice(0, 10),
      starts_at: at.toISOString(),
      ...addUp([byPeriod.get(String(index))]),
    })),
    accounts: accounts
      .map((account) => ({
        social_account_id: account.id,
        platform: account.platform,
        username: account.username,
        ...addUp([tallyOf(account)]),
      }))
      .sort((a, b) => b.published + b.failed - a.published - a.failed),
    platforms: [...platforms].map(([platform, its]) => ({
      platform,
      figures: [...(findMeasurePower(call.context, platform)?.power.figures ?? [])],
      ...addUp(its.map(tallyOf)),
    })),
  }
}

/** The time by the clock of the mode, and the time zone of the workspace. */
async function readClock({ db, workspaceId, mode }: CallContext): Promise<{ now: Date; zone: string }> {
  const row = await db.row<{ now: Date; zone: string }>(sql`
    select clock_timestamp() + ${aheadOf(sql`w.id`, sql`${mode}::text`)} as now, w.timezone as zone
    from workspaces w where w.id = ${workspaceId}`)
  if (!row) throw new Error('A caller has no workspace.')
  return row
}

interface Account {
  readonly id: string
  readonly platform: string
  readonly username: string
}

function listAccounts({ db, workspaceId }: CallContext, ids: readonly string[]): Promise<Account[]> {
  return db.rows<Account>(sql`
    select id, platform, username from social_accounts
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) order by platform, username, id`)
}
