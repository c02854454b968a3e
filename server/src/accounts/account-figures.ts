import { type Queryable, sql } from '../db/database.ts'

/** Numbers of accounts whose access to their network is gone or ends, for a monitor. Each has its meaning beside it. */
export const accountFigures = {
  names: {
    crier_accounts_to_reconnect: 'Social accounts that somebody must connect again, up to 10000.',
    crier_accounts_ending:
      'Social accounts whose access lasts for weeks, was not renewed, and ends within seven days, up to 10000.',
    crier_accounts_not_renewed:
      'Social accounts whose access ended over two days ago and was not renewed since, up to 10000.',
  },
  read: readAccountFigures,
} as const

type Figures = Record<keyof typeof accountFigures.names, number>

const countedAtMost = 10_000

async function readAccountFigures(db: Queryable): Promise<Figures> {
  const row = await db.row<Figures>(sql`
    select
      (select count(*)::int from (select from social_accounts
        where status = 'needs_reconnect' and disconnected_at is null limit ${countedAtMost}) r)
        as crier_accounts_to_reconnect,
      (select count(*)::int from (select ${fromActive}
        and c.expires_at between clock_timestamp() and clock_timestamp() + interval '7 days'
        and c.expires_at - c.updated_at > interval '14 days' limit ${countedAtMost}) e) as crier_accounts_ending,
      (select count(*)::int from (select ${fromActive}
        and c.expires_at < clock_timestamp() - interval '2 days' limit ${countedAtMost}) n) as crier_accounts_not_renewed`)
  if (!row) throw new Error('The figures of accounts could not be read.')
  return row
}

/** Credentials of accounts that are to be published to. */
const fromActive = sql`from connections c
  join social_accounts a on a.workspace_id = c.workspace_id and a.id = c.account_id
  where a.status = 'active' and a.disconnected_at is null and c.revoke_after is null`
