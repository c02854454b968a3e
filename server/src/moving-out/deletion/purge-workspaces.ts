import type { Context } from '../../context.ts'
import { isDatabaseError, type Queryable, sql, sqlState } from '../../db/database.ts'
import { deleteRows, hasNone } from './delete-rows.ts'
import { listOwnedTables } from './owned-tables.ts'

/** After this time we forget an access that could not be revoked at its network. */
const revocationHours = 20

/** Removes the data of a workspace from a room above, by the name that it has there. */
export type ForgetElsewhere = (workspaceId: string) => Promise<void>

/**
 * Deletes the data of workspaces whose days of grace are over. Accounts are revoked at their networks first, for up to 20
 * hours; everything else goes at once, and stored files with the next sweeps of the media. The row of the workspace goes last,
 * so a purge that was killed anywhere is simply continued. The worker calls it each minute, and it may run twice at once.
 * Answers how many workspaces are gone for good.
 */
export async function purgeWorkspaces(
  { db, log }: Pick<Context, 'db' | 'log'>,
  forgetElsewhere: ForgetElsewhere,
  signal: AbortSignal,
): Promise<number> {
  let gone = 0
  for (const { id, is_late: isLate } of await beginDue(db)) {
    await endConnections(db, id, isLate)
    if (!(await deleteAllRows(db, id, signal))) continue
    await forgetElsewhere(id)
    if (!(await deleteWorkspaceRow(db, id))) continue
    log.info({ workspace_id: id }, 'the data of a deleted workspace are gone for good')
    gone += 1
  }
  return gone
}

/**
 * A send that is under way is waited for, so that its worker can store what became of it. Nothing is purged while a guard is up:
 * a restored database may be there to bring a workspace back.
 */
function beginDue(db: Queryable): Promise<{ id: string; is_late: boolean }[]> {
  return db.rows(sql`
    update workspaces w set purge_began_at = coalesce(purge_began_at, clock_timestamp())
    where purge_at <= clock_timestamp() and not exists (select from guards) and (purge_began_at is not null or not exists (
      select from targets t where t.workspace_id = w.id and t.state = 'committing' and t.lease_until > clock_timestamp()))
    returning id, purge_began_at < clock_timestamp() - ${revocationHours} * interval '1 hour' as is_late`)
}

/** Has every account revoked at its network; once that took too long, forgets the credentials all the same. */
async function endConnections(db: Queryable, workspaceId: string, isLate: boolean): Promise<void> {
  await db.run(sql`
    update social_accounts set disconnected_at = clock_timestamp()
    where workspace_id = ${workspaceId} and disconnected_at is null`)
  await db.run(sql`
    update connections set revoke_after = clock_timestamp()
    where workspace_id = ${workspaceId} and revoke_after is null`)
  if (isLate) await db.run(sql`delete from connections where workspace_id = ${workspaceId}`)
}

// They go when their work is done: a revocation needs its account, and a discarded file is deleted a second time.
const waitedFor = ['connections', 'discarded_files']

/** Answers whether nothing is left but the row of the workspace. */
async function deleteAllRows(db: Queryable, workspaceId: string, signal: AbortSignal): Promise<boolean> {
  const isRevoked =
    (await db.row(sql`
    select 1 from connections where workspace_id = ${workspaceId} limit 1`)) === null
  let isEmpty = true
  for (const table of await listOwnedTables(db)) {
    if (table.goesWithWorkspace) continue
    const waits = waitedFor.includes(table.name) || (table.name === 'social_accounts' && !isRevoked)
    const isDone = waits
      ? await hasNone(db, table.name, workspaceId)
      : await deleteRows(db, table, workspaceId, signal)
    isEmpty &&= isDone
  }
  return isEmpty
}

/** A row that was added meanwhile, such as the last word of a request, is found the next time. */
async function deleteWorkspaceRow(db: Queryable, workspaceId: string): Promise<boolean> {
  try {
    return (await db.run(sql`delete from workspaces where id = ${workspaceId}`)) === 1
  } catch (error) {
    if (!isDatabaseError(error, sqlState.foreignKeyViolation)) throw error
    return false
  }
}
