import { join, type Sql, sql } from '../db/database.ts'

/** Stands for all accounts together. */
const allAccounts = '00000000-0000-0000-0000-000000000000'

/** Hours that begin at a quarter: days of every time zone are made of one of these four kinds, wherever their clock stands. */
const hours = [0, 15, 30, 45] as const

/**
 * The spans in which a result is counted, as rows `g (grain, starts_at, account_id)`: the month and the day in UTC for its
 * account, and four hours for all accounts together.
 */
export function spansOf(at: Sql, accountId: Sql): Sql {
  const ofAll = hours.map(
    (minute) => sql`(${hourGrain(minute)}, date_bin('1 hour', ${at}, '2000-01-01 00:00Z'::timestamptz
      + make_interval(mins => ${minute})), ${allAccounts}::uuid)`,
  )
  return sql`(values ('month', date_trunc('month', ${at}, 'UTC'), ${accountId}),
    ('day', date_trunc('day', ${at}, 'UTC'), ${accountId}), ${join(ofAll, ', ')}) as g(grain, starts_at, account_id)`
}

/** The name of the hours that begin so many minutes after those of UTC. */
export function hourGrain(minute: number): string {
  return `hour${minute}`
}

/** How far the clock of a mode is ahead of the real time. */
export function aheadOf(workspaceId: Sql, mode: Sql): Sql {
  return sql`(case when ${mode} = 'test'
    then coalesce((select ahead from test_clocks where workspace_id = ${workspaceId}), interval '0') else interval '0' end)`
}
