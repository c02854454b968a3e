import { Failure } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import { type Sql, sql } from '../db/database.ts'
import type { AccountKey } from './open-credentials.ts'
import { refreshCredentials } from './refresh-credentials.ts'

// How many accounts of one platform are refreshed at once. Each platform has passes of its own, because one network may
// hang.
const atOnce = 5
const onePassMs = 45_000

/**
 * Refreshes the credentials of a platform’s active accounts with which nothing was published for a day, as many as one pass
 * can. An account whose network is away is tried again in an hour; one that is refused is marked `needs_reconnect`. The
 * worker calls it each minute; it may run twice at once. Answers how many accounts it tried.
 */
export async function refreshIdle(context: Context, platform: string, signal: AbortSignal): Promise<number> {
  const until = performance.now() + onePassMs
  let asked = 0
  while (!signal.aborted && performance.now() < until) {
    const due = await takeDue(context, platform)
    await Promise.all(due.map((place) => refreshOne(context, place)))
    asked += due.length
    if (due.length < atOnce) break
  }
  return asked
}

interface Due extends AccountKey {
  readonly version: number
}

/** When `refreshIdle` has something to do. */
export function mayRefreshIdle(platform: string): Sql {
  return sql`exists (select ${fromDue(platform)})`
}

/** The connections of a platform whose credentials are due. */
function fromDue(platform: string): Sql {
  return sql`from connections c join social_accounts a on a.workspace_id = c.workspace_id and a.id = c.account_id
    where c.revoke_after is null and (c.refresh_after is null or c.refresh_after <= now())
      and a.platform = ${platform} and a.status = 'active' and a.disconnected_at is null
      and coalesce(a.blocked_until, '-infinity') <= now() and not exists (select from guards)`
}

function takeDue({ db }: Context, platform: string): Promise<Due[]> {
  return db.rows<Due>(sql`
    with due as (
      select c.workspace_id, c.account_id ${fromDue(platform)}
      order by c.refresh_after nulls first limit ${atOnce} for update of c skip locked)
    update connections c set refresh_after = clock_timestamp() + interval '1 hour'
    from due where c.workspace_id = due.workspace_id and c.account_id = due.account_id
    returning c.workspace_id as "workspaceId", c.account_id as "accountId", c.version`)
}

async function refreshOne(context: Context, { workspaceId, accountId, version }: Due): Promise<void> {
  try {
    await refreshCredentials(context, workspaceId, accountId, version, { isUnused: true })
  } catch (error) {
    // The account shows why, or its next try does.
    if (!(error instanceof Failure)) throw error
    context.log.info({ err: error, account_id: accountId }, 'idle credentials could not be refreshed')
  }
}
