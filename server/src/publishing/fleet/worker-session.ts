import { type Database, onClient, type Queryable, sql } from '../../db/database.ts'
import { aliveLock } from './worker-rows.ts'

/** The connection that holds a worker's advisory lock: the lock ends with the connection. */
export interface WorkerSession {
  readonly db: Queryable
  /** The PostgreSQL process at its other end. */
  readonly backend: number
  /** By `performance.now()`. */
  readonly openedAt: number
  /** Resolves when the connection is gone. */
  readonly ended: Promise<void>
  readonly hasEnded: boolean
  close(): void
}

/** The server answers one short statement each second; a server that needs longer is gone. */
const patienceMs = 5_000

/**
 * Opens the session of a worker and takes its lock.
 *
 * - `unsound`: a pooler gives each statement to another connection of the server, so that a lock may outlive its worker,
 *   or end before it.
 * - null: somebody else has the lock, either the session before this one, whose end the server has not seen yet, or a
 *   worker that is taking over.
 */
export async function openSession(
  sessions: Database,
  db: Queryable,
  id: number,
): Promise<WorkerSession | 'unsound' | null> {
  const client = await sessions.connect(patienceMs)
  let hasEnded = false
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const end = () => {
    hasEnded = true
    resolve()
  }
  client.once('end', end)
  const close = () => {
    // Not awaited: over a broken line the end of the connection is never answered.
    void client.end().catch(end)
    end()
  }
  try {
    const own = onClient(client)
    const first = await backendOf(own)
    if (!(await isKept(own, db, first))) {
      close()
      return 'unsound'
    }
    if (!(await takeLock(own, id))) {
      close()
      return null
    }
    const openedAt = performance.now()
    return {
      ...{ db: own, backend: first, openedAt, ended, close },
      get hasEnded() {
        return hasEnded
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

/**
 * Whether the connection keeps its PostgreSQL process to itself. A pooler that shares connections gives away the one that
 * was used last, or the one that was idle longest. Asking twice in a row, with others asking in between, shows either.
 */
async function isKept(own: Queryable, others: Queryable, first: number): Promise<boolean> {
  for (let round = 0; round < 3; round += 1) {
    if ((await backendOf(others)) === first) return false
    if ((await backendOf(own)) !== first || (await backendOf(own)) !== first) return false
  }
  return true
}

async function backendOf(db: Queryable): Promise<number> {
  const row = await db.row<{ backend: number }>(sql`select pg_backend_pid() as backend`)
  return row?.backend ?? 0
}

async function takeLock(own: Queryable, id: number): Promise<boolean> {
  // A lost machine sends nothing. The server asks after five seconds of silence and gives up six seconds later.
  await own.run(sql`
    select set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
      set_config('tcp_keepalives_count', '3', false), set_config('idle_session_timeout', '0', false)`)
  const row = await own.row<{ got: boolean }>(
    sql`select pg_try_advisory_lock(${aliveLock}::int, ${id}::int) as got`,
  )
  if (!row?.got) return false
  const written = await own.run(sql`
    update workers set session_since = clock_timestamp(), server_started_at = pg_postmaster_start_time(),
      session_is_sound = true, lost_at = null, seen_at = clock_timestamp()
    where id = ${id}`)
  return written === 1
}
