import type { AccountFacts } from '../../accounts/account-of.ts'
import type { Mode } from '../../context.ts'
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { isInState, isNotInState, restingStates } from '../../targets/state-sql.ts'
import { inFlightStates } from '../../targets/states.ts'
import { aheadOf } from '../spans.ts'

/** A process that does not renew its lease for this long counts as dead. It renews the lease before each call to the network. */
const leaseMs = 180_000

/** The right of one process to read the figures of an account for a while. Its row is in the table `figure_turns`. */
export interface FigureLease {
  readonly workspaceId: string
  readonly accountId: string
  readonly mode: Mode
  readonly account: AccountFacts
  readonly fence: number
  /** How many leases in a row failed before this one. */
  readonly failures: number
}

interface LeaseRow {
  readonly workspace_id: string
  readonly account_id: string
  readonly mode: Mode
  readonly account: AccountFacts
  readonly fence: number
  readonly failures: number
}

/**
 * Takes leases for accounts of a platform that have posts to be measured. The account that is due longest comes first.
 * Publishing goes before: an account that its network limits, or that has a post due or under way, gets no lease.
 */
export async function takeLeases(db: Queryable, platform: string, most: number): Promise<FigureLease[]> {
  const rows = await db.rows<LeaseRow>(sql`
    with due as (
      select t.workspace_id, t.account_id from figure_turns t
        join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
        join workspaces w on w.id = t.workspace_id
      where t.platform = ${platform} and t.due_at <= (select clock_timestamp()) + ${aheadOf(sql`t.workspace_id`, sql`t.mode`)}
        and coalesce(t.rest_until, '-infinity') <= (select clock_timestamp())
        and coalesce(t.lease_until, '-infinity') <= (select clock_timestamp())
        and w.subscription = 'active' and w.purge_at is null and ${isFree}
      order by t.due_at limit ${most} for update of t skip locked)
    update figure_turns t set fence = t.fence + 1, lease_until = ${leaseEnd}
    from due join social_accounts a on a.workspace_id = due.workspace_id and a.id = due.account_id
    where t.workspace_id = due.workspace_id and t.account_id = due.account_id
    returning t.workspace_id, t.account_id, t.mode, t.fence, t.failures,
      jsonb_build_object('id', a.id, 'external_id', a.external_id, 'username', a.username, 'settings', a.settings) as account`)
  return rows.map(({ workspace_id: workspaceId, account_id: accountId, ...row }) => ({
    workspaceId,
    accountId,
    ...row,
  }))
}

const leaseEnd = sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`

/** Whether the figures of the account `a` may be read now. */
const isFree = sql`a.status = 'active' and a.disconnected_at is null
  and coalesce(a.blocked_until, '-infinity') <= (select clock_timestamp()) and not exists (select from guards)
  and not exists (select from pauses p where coalesce(p.platform, a.platform) = a.platform
    and coalesce(p.workspace_id, a.workspace_id) = a.workspace_id)
  and not exists (select from targets x where x.workspace_id = a.workspace_id and x.account_id = a.id
    and ${isNotInState('x', restingStates)} and (${isInState('x', inFlightStates)}
      or x.next_action_at <= (select clock_timestamp())))`

/** Whether figures of a platform may be due. A test clock may be ahead of the real one, so every account of test data counts. */
export function mayHaveDueFigures(platform: string): Sql {
  return sql`exists (select from figure_turns t
    where t.platform = ${platform} and t.due_at is not null and (t.mode = 'test' or t.due_at <= clock_timestamp()))`
}

/** Renews the lease before a call. False where it was lost, or publishing needs the account. */
export async function renewLease(db: Queryable, lease: FigureLease): Promise<boolean> {
  const renewed = await db.run(sql`
    update figure_turns t set lease_until = ${leaseEnd} from social_accounts a
    where ${isOurs(lease)} and a.workspace_id = t.workspace_id and a.id = t.account_id and ${isFree}`)
  return renewed === 1
}

/** Locks the lease until the transaction ends, or answers false where it was lost. */
export async function lockLease(tx: Queryable, lease: FigureLease): Promise<boolean> {
  const row = await tx.row(sql`select t.fence from figure_turns t where ${isOurs(lease)} for update`)
  return row !== null
}

/** The end of a lease: how long the account rests, and the reason if its network gave no figures. */
export interface LeaseEnd {
  readonly restMs: number
  readonly reason: string | null
  readonly failures: number
}

/** Gives the lease back. The account is due again with the earliest of its posts. */
export async function endLease(
  db: Queryable,
  lease: FigureLease,
  { restMs, reason, failures }: LeaseEnd,
): Promise<void> {
  await db.run(sql`
    update figure_turns t set lease_until = null, reason = ${reason}, failures = ${failures},
      rest_until = clock_timestamp() + ${restMs}::float8 * interval '1 millisecond', due_at = (
        select min(f.next_at) from result_figures f
        where f.workspace_id = t.workspace_id and f.account_id = t.account_id and f.next_at is not null)
    where ${isOurs(lease)}`)
}

function isOurs({ workspaceId, accountId, fence }: FigureLease): Sql {
  return sql`t.workspace_id = ${workspaceId} and t.account_id = ${accountId} and t.fence = ${fence}`
}
