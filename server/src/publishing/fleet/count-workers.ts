import { type Queryable, sql } from '../../db/database.ts'
import { aliveLock } from './worker-rows.ts'

/** How many workers the database knows of. */
export interface WorkerCounts {
  /** Workers that hold their lock. */
  readonly alive: number
  /** Workers that gave a sign of life a moment ago, while a pooler makes their sessions prove nothing. */
  readonly unsound: number
  /** Workers whose session ended with a restart of the database server. Their leases may still last. */
  readonly missing: number
}

export async function countWorkers(db: Queryable): Promise<WorkerCounts> {
  const row = await db.row<WorkerCounts>(sql`
    with held as (
      select objid::bigint as id from pg_locks
      where locktype = 'advisory' and classid = ${aliveLock}::oid and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())
    )
    select count(*) filter (where h.id is not null and w.session_is_sound) as alive,
      count(*) filter (where not w.session_is_sound and w.seen_at > clock_timestamp() - interval '30 seconds') as unsound,
      count(*) filter (where h.id is null and w.session_is_sound and w.server_started_at < pg_postmaster_start_time()
        and w.seen_at > clock_timestamp() - interval '70 seconds') as missing
    from workers w left join held h on h.id = w.id`)
  if (!row) throw new Error('The database answered nothing.')
  return row
}
