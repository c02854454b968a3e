import { type Queryable, sql } from '../../db/database.ts'
import type { ProcessIdentity } from '../../lib/process/process-identity.ts'

/** The first key of the advisory lock that each living worker holds; the second is the id of the worker. */
export const aliveLock = 4_747_003

/** A worker without a lock, or with a lock that proves nothing. */
export interface QuietWorker {
  readonly id: number
  readonly owner: string
  /** Null where its operating system does not say. */
  readonly identity: ProcessIdentity | null
  /** Its session was with this very server, where it would be seen if it were still open. */
  readonly sessionIsGone: boolean
}

/** The fleet as one worker sees it. */
export interface FleetView {
  /** The PostgreSQL process that answered. */
  readonly backend: number
  /** The PostgreSQL process that holds our own lock, or null; undefined when our row is gone. */
  readonly ownLockHeldBy: number | null | undefined
  readonly quiet: readonly QuietWorker[]
}

/** Registers a worker before its first claim. Answers its id. */
export async function registerWorker(
  db: Queryable,
  owner: string,
  identity: ProcessIdentity | null,
  secretKeyIds: readonly string[],
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into workers (owner, boot_id, namespaces, pid, process_started_at, secret_key_ids)
    values (${owner}, ${identity?.bootId ?? null}, ${identity?.namespaces ?? null}, ${identity?.pid ?? null},
      ${identity?.startedAt ?? null}, ${[...secretKeyIds]}::text[])
    on conflict (owner) do update set seen_at = clock_timestamp() returning id`)
  if (!row) throw new Error('A worker could not be written down.')
  return row.id
}

interface WorkerRow {
  backend: number
  id: number | null
  owner: string
  boot_id: string | null
  namespaces: string
  pid: number
  process_started_at: number
  session_is_gone: boolean
  held_by: number | null
}

/** Asks in one statement whether our own lock is there, and which other workers cannot be seen to be alive. */
export async function readFleet(db: Queryable, ownId: number): Promise<FleetView> {
  const rows = await db.rows<WorkerRow>(sql`
    with held as (
      select objid::bigint as id, pid from pg_locks
      where locktype = 'advisory' and classid = ${aliveLock}::oid and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())
    )
    select pg_backend_pid() as backend, w.id, w.owner, w.boot_id, w.namespaces, w.pid, w.process_started_at,
      h.pid as held_by, h.pid is null and w.session_is_sound and w.lost_at is null
        and w.server_started_at = pg_postmaster_start_time() as session_is_gone
    from (select) one left join (workers w left join held h on h.id = w.id)
      on w.id = ${ownId} or h.pid is null or w.session_is_sound is not true`)
  const own = rows.find(({ id }) => id === ownId)
  return {
    backend: rows[0]?.backend ?? 0,
    ownLockHeldBy: own?.held_by,
    quiet: rows.flatMap((row) => (row.id === null || row.id === ownId ? [] : [toQuiet(row.id, row)])),
  }
}

function toQuiet(id: number, row: WorkerRow): QuietWorker {
  const identity = row.boot_id === null ? null : toIdentity(row.boot_id, row)
  return { id, owner: row.owner, identity, sessionIsGone: row.session_is_gone }
}

function toIdentity(
  bootId: string,
  { namespaces, pid, process_started_at: startedAt }: WorkerRow,
): ProcessIdentity {
  return { bootId, namespaces, pid, startedAt }
}

/** Records that a worker is alive, and removes workers whose leases have all ended. Answers the PostgreSQL process. */
export async function recordSeen(db: Queryable, ownId: number): Promise<number | null> {
  await db.run(sql`
    delete from workers where seen_at < clock_timestamp() - interval '10 minutes' and id <> ${ownId}`)
  const row = await db.row<{ backend: number }>(sql`
    update workers set seen_at = clock_timestamp() where id = ${ownId} returning pg_backend_pid() as backend`)
  return row?.backend ?? null
}

/** Records that sessions do not keep their locks here, so that a missing lock proves nothing. */
export async function recordUnsound(db: Queryable, ownId: number): Promise<void> {
  await db.run(sql`update workers set session_is_sound = false where id = ${ownId}`)
}

export async function removeWorker(db: Queryable, ownId: number): Promise<void> {
  await db.run(sql`delete from workers where id = ${ownId}`)
}
