import { type Queryable, sql } from '../../db/database.ts'
import { aliveLock } from './worker-rows.ts'

/** Finds the living workers that do not have the secret key with this id. Answers their host and process id. */
export async function findWorkersWithoutKey(db: Queryable, keyId: string): Promise<string[]> {
  const rows = await db.rows<{ owner: string }>(sql`
    with held as (
      select objid::bigint as id from pg_locks
      where locktype = 'advisory' and classid = ${aliveLock}::oid and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())
    )
    select w.owner from workers w left join held h on h.id = w.id
    where not coalesce(w.secret_key_ids @> array[${keyId}::text], false)
      and (h.id is not null or (w.session_is_sound is not true and w.seen_at > clock_timestamp() - interval '30 seconds'))
    order by w.owner`)
  return rows.map(({ owner }) => owner.replace(/:[^:]*$/, ''))
}
