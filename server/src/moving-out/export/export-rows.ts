import { type Queryable, raw, sql } from '../../db/database.ts'
import { newStorageKey } from '../../media/stored-files.ts'

/** An export as the database knows it. */
export interface ExportRow {
  readonly workspace_id: string
  readonly id: string
  readonly state: 'waiting' | 'making' | 'ready' | 'failed'
  readonly size_bytes: number | null
  readonly missing_files: number | null
  readonly created_at: Date
  readonly ready_at: Date | null
  readonly expires_at: Date | null
}

export const exportColumns = raw(
  'workspace_id, id, state, size_bytes, missing_files, created_at, ready_at, expires_at',
)

/** A process that makes one renews its lease six times in this. */
export const leaseMs = 60_000
/** An archive that could not be made this often is given up. */
const mostTries = 5
/** How long an archive is kept, and a failure remembered. */
const keptDays = 7

/** The right to make an export, until its lease ends. A later claim has another key. */
export interface ExportClaim {
  readonly workspaceId: string
  readonly id: string
  readonly storageKey: string
}

/** When an export waits, or its maker died. */
export const mayHaveUnfinishedExports = sql`exists (
  select from workspace_exports where state in ('waiting', 'making') and next_at <= clock_timestamp())`

/** Exports that wait, and those whose maker died. */
export function listUnfinished(db: Queryable): Promise<{ workspace_id: string; id: string }[]> {
  return db.rows(sql`
    select workspace_id, id from workspace_exports
    where state in ('waiting', 'making') and next_at <= clock_timestamp() order by next_at limit 100`)
}

/** Claims an export that waits, or whose maker died; null when another has it, it is finished, or it is given up by this. */
export async function claimExport(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<ExportClaim | null> {
  const storageKey = newStorageKey()
  const row = await db.row<{ state: string }>(sql`
    with free as (
      select workspace_id, id, storage_key, tries >= ${mostTries} as is_given_up from workspace_exports
      where workspace_id = ${workspaceId} and id = ${id} and state in ('waiting', 'making')
        and next_at <= clock_timestamp()
      for update skip locked
    ), left_over as (
      insert into discarded_files (workspace_id, storage_key)
      select workspace_id, storage_key from free where storage_key is not null
      on conflict do nothing
    )
    update workspace_exports e set tries = tries + 1, state = case when is_given_up then 'failed' else 'making' end,
      storage_key = case when not is_given_up then ${storageKey} end,
      next_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond',
      expires_at = case when is_given_up then clock_timestamp() + ${keptDays} * interval '1 day' end
    from free where e.workspace_id = free.workspace_id and e.id = free.id
    returning e.state`)
  return row?.state === 'making' ? { workspaceId, id, storageKey } : null
}

/** Renews a lease; false when the claim was lost. */
export async function keepExport(db: Queryable, claim: ExportClaim): Promise<boolean> {
  const renewed = await db.run(sql`
    update workspace_exports set next_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    where ${isClaimed(claim)}`)
  return renewed === 1
}

/** Notes that the archive is there; false when the claim was lost, or the export was deleted. */
export async function finishExport(
  db: Queryable,
  claim: ExportClaim,
  { bytes, missingFiles }: { readonly bytes: number; readonly missingFiles: number },
): Promise<boolean> {
  const finished = await db.run(sql`
    update workspace_exports set state = 'ready', size_bytes = ${bytes}, missing_files = ${missingFiles},
      ready_at = clock_timestamp(), expires_at = clock_timestamp() + ${keptDays} * interval '1 day'
    where ${isClaimed(claim)}`)
  return finished === 1
}

/** Gives a claim back, for another try after a while. One that was broken off by a stop does not count as a try. */
export async function releaseExport(
  db: Queryable,
  claim: ExportClaim,
  { counts, inMs }: { readonly counts: boolean; readonly inMs: number },
): Promise<void> {
  await db.run(sql`
    with given_back as (
      update workspace_exports set state = 'waiting', storage_key = null, tries = tries - ${counts ? 0 : 1},
        next_at = clock_timestamp() + ${inMs} * interval '1 millisecond'
      where ${isClaimed(claim)} returning workspace_id)
    insert into discarded_files (workspace_id, storage_key)
    select workspace_id, ${claim.storageKey} from given_back on conflict do nothing`)
}

function isClaimed({ workspaceId, id, storageKey }: ExportClaim) {
  return sql`workspace_id = ${workspaceId} and id = ${id} and state = 'making' and storage_key = ${storageKey}`
}
