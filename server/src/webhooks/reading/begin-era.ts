import { type Database, type Queryable, raw, sql } from '../../db/database.ts'
import { currentEra } from './event-position.ts'

/**
 * Begins a new era of events, after every event that is stored. Called in the transaction that restores a database or finds
 * it restored. The era is a constant default of its column, so writing an event does not look it up. Changing the default waits
 * for every transaction that has written an event, so none commits an event of the old era afterwards.
 */
export async function beginEra(tx: Queryable): Promise<void> {
  await tx.run(sql`lock table events in access exclusive mode`)
  const row = await tx.row<{ era: number }>(sql`
    insert into instance (name, value)
    select 'event_era', (greatest(${currentEra}, (select coalesce(max(era), 0) from events)) + 1)::text
    on conflict (name) do update set value = excluded.value returning value::int as era`)
  if (!row) throw new Error('A new era could not be written down.')
  await tx.run(sql`${raw(`alter table events alter column era set default ${row.era}`)}`)
}

/**
 * Begins a new era when the counter of transactions is behind the stored events: somebody copied the database into another
 * cluster with other means than a restore of Crier. Called at each start.
 */
export async function beginEraIfBehind(db: Database): Promise<void> {
  if (!(await isBehind(db))) return
  await db.transaction(async (tx) => {
    // Two processes may start at the same time.
    await tx.run(sql`lock table events in access exclusive mode`)
    if (await isBehind(tx)) await beginEra(tx)
  })
}

async function isBehind(db: Queryable): Promise<boolean> {
  const row = await db.row<{ is_behind: boolean }>(sql`
    select e.era = ${currentEra} and e.txid >= pg_snapshot_xmax(pg_current_snapshot()) as is_behind
    from events e order by e.era desc, e.txid desc, e.id desc limit 1`)
  return row?.is_behind ?? false
}
