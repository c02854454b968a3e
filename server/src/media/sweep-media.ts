import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { sweepUnattached } from './library/sweep-unattached.ts'
import { deleteStored } from './stored-files.ts'

/** Rows that one statement takes, so that no sweep holds many locks. */
const batch = 500
/** A staged file this old belongs to no running process: those write at least every 30 s. */
const stagedMs = 3_600_000
/** A partial this old belongs to no upload: one that nobody continues for a day expires. */
const partialMs = 25 * 3_600_000

export interface SweptMedia {
  /** Uploads whose process died: free for another try. */
  freed: number
  /** Media whose URL expired with nothing but refused uploads. */
  rejected: number
  /** Media that were never uploaded, or were rejected a week ago. */
  forgotten: number
  /** Media that no post ever used. */
  unattached: number
  /** Stored files nobody owned. */
  deletedFiles: number
  /** Unfinished files on this machine. */
  reapedFiles: number
}

/**
 * Clears up behind uploads that died, expired or were deleted. May run anywhere at any time, also twice at once; the
 * worker calls it each minute.
 */
export async function sweepMedia(context: Context): Promise<SweptMedia> {
  const { db, storage } = context
  return {
    freed: await db.transaction(freeDeadClaims),
    rejected: await rejectExpired(db),
    forgotten: await forgetUnused(db),
    unattached: await sweepUnattached(context),
    deletedFiles: await deleteDiscarded(context),
    reapedFiles: await storage.reapStaged(stagedMs),
  }
}

/** Removes uploads in several requests that nobody went on with. Answers their number. A bucket charges for the look. */
export function reapPartials({ storage }: Context): Promise<number> {
  return storage.partials.reap(partialMs)
}

async function freeDeadClaims(tx: Queryable): Promise<number> {
  return tx.run(sql`
    with dead as (
      select workspace_id, id, storage_key from media
      where state = 'receiving' and receiving_until < clock_timestamp()
      limit ${batch} for update skip locked
    ), left_over as (
      insert into discarded_files (workspace_id, storage_key)
      select workspace_id, storage_key from dead where storage_key is not null
      on conflict do nothing
    )
    update media set state = 'waiting', storage_key = null, receiving_until = null, updated_at = clock_timestamp(),
      received_bytes = case when ${isContinued} then received_bytes else 0 end
    from dead where media.workspace_id = dead.workspace_id and media.id = dead.id`)
}

/** Whether another request or try goes on with the bytes that are here. */
const isContinued = sql`(
  exists (select from resumable_uploads r where r.workspace_id = media.workspace_id and r.media_id = media.id)
  or exists (select from media_imports i where i.workspace_id = media.workspace_id and i.media_id = media.id
    and i.partial_key is not null))`

/** A minute of grace, so that an upload that is refused just as its URL expires is not judged twice. */
function rejectExpired(db: Queryable): Promise<number> {
  return db.run(sql`
    update media set state = 'rejected', updated_at = clock_timestamp()
    where (workspace_id, id) in (
      select workspace_id, id from media
      where state = 'waiting' and rejection is not null and upload_expires_at < clock_timestamp() - interval '1 minute'
      limit ${batch} for update skip locked)`)
}

function forgetUnused(db: Queryable): Promise<number> {
  return db.run(sql`
    delete from media
    where (workspace_id, id) in (
      select workspace_id, id from media
      where (state = 'waiting' and upload_expires_at < clock_timestamp() - interval '1 day')
        or (state = 'rejected' and upload_expires_at < clock_timestamp() - interval '7 days')
      limit ${batch} for update skip locked)`)
}

/**
 * Deletes the file of a discarded key at once, and a second time an hour later: a process that counted as dead, or one that
 * drew a thumbnail, may have written it again meanwhile. Only then is the key forgotten.
 */
async function deleteDiscarded({ db, storage }: Context): Promise<number> {
  const files = await db.rows<{ workspace_id: string; storage_key: string; is_again: boolean }>(sql`
    select workspace_id, storage_key, deleted_at is not null as is_again from discarded_files
    where deleted_at is null or discarded_at < clock_timestamp() - interval '1 hour'
    order by discarded_at limit ${batch}`)
  for (const { workspace_id, storage_key, is_again } of files) {
    await deleteStored(storage, storage_key)
    const place = sql`workspace_id = ${workspace_id} and storage_key = ${storage_key}`
    await db.run(
      is_again
        ? sql`delete from discarded_files where ${place}`
        : sql`update discarded_files set deleted_at = clock_timestamp() where ${place}`,
    )
  }
  return files.length
}
