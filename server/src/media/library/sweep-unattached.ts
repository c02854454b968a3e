import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'

/** Media that one run looks at, so that it holds few locks, and those for a moment. */
const batch = 500

/**
 * Deletes media that no post ever used, MEDIA_UNATTACHED_TTL after they were uploaded or last changed, unless they are
 * marked `keep`. Answers their number; their bytes are left to `sweepMedia`.
 */
export async function sweepUnattached({ config, db }: Pick<Context, 'config' | 'db'>): Promise<number> {
  const { mediaUnattachedHours: hours } = config
  if (hours === null) return 0
  return db.transaction(async (tx) => {
    const ids = await lockOld(tx, hours)
    if (ids.length === 0) return 0
    await noteAttached(tx, ids)
    return deleteUnattached(tx, ids)
  })
}

interface MediumId {
  readonly workspace_id: string
  readonly id: string
}

/**
 * Locks media before it is asked whether posts use them. Otherwise: the sweep sees no link, a post makes one and commits,
 * and the sweep deletes what the post uses. A post that comes after the lock waits, and finds that the medium is gone.
 */
function lockOld(tx: Queryable, hours: number): Promise<MediumId[]> {
  return tx.rows<MediumId>(sql`
    select workspace_id, id from media
    where state = 'ready' and not keep and not was_attached
      and updated_at < clock_timestamp() - ${hours} * interval '1 hour'
    order by updated_at limit ${batch} for update skip locked`)
}

/** Marks the used ones, so that they are not looked at again. */
async function noteAttached(tx: Queryable, ids: readonly MediumId[]): Promise<void> {
  await tx.run(sql`
    update media set was_attached = true from ${listed(ids)}
    where media.workspace_id = listed.workspace_id and media.id = listed.id and exists (
      select from post_media p where p.workspace_id = media.workspace_id and p.media_id = media.id)`)
}

function deleteUnattached(tx: Queryable, ids: readonly MediumId[]): Promise<number> {
  return tx.run(sql`
    with gone as (
      delete from media using ${listed(ids)}
      where media.workspace_id = listed.workspace_id and media.id = listed.id and not was_attached
      returning media.workspace_id, storage_key
    )
    insert into discarded_files (workspace_id, storage_key) select workspace_id, storage_key from gone
    on conflict (workspace_id, storage_key) do update set discarded_at = excluded.discarded_at`)
}

function listed(ids: readonly MediumId[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as listed(workspace_id uuid, id uuid)`
}
