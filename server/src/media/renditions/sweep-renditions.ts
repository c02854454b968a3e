import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { forgetUnwanted } from './rendition-rows.ts'
import { enqueueRendition } from './rendition-task.ts'

/** Rows that one statement takes, so that no sweep holds many locks. */
const batch = 200
/** A rendition that nothing asked for in this time is made again when it is needed. */
const unusedDays = 14
const lostMs = 60_000

/**
 * Forgets renditions that nobody used for two weeks or, while they are not there yet, for three minutes. It has those made whose
 * job was lost, such as by a restore. The worker calls it each minute. Their bytes are left to the sweep of the media.
 */
export async function sweepRenditions({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.run(sql`
    delete from media_renditions where (workspace_id, id) in (
      select workspace_id, id from media_renditions
      where used_at < clock_timestamp() - ${unusedDays} * interval '1 day'
      limit ${batch} for update skip locked)`)
  await forgetUnwanted(db, batch)
  const lost = await db.rows<{ workspace_id: string; id: string }>(sql`
    select workspace_id, id from media_renditions
    where state in ('waiting', 'making') and updated_at < clock_timestamp() - ${lostMs} * interval '1 millisecond'
    order by updated_at limit ${batch}`)
  for (const row of lost) await enqueueRendition(db, row)
}
