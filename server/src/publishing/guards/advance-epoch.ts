import { type Database, type Queryable, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { StartError } from '../../lib/settings/start-error.ts'
import type { Bucket } from '../../storage/s3/bucket.ts'
import { StorageFull, StorageUnavailable } from '../../storage/storage.ts'
import { readBucketEpoch, rememberInBucket } from './bucket-epoch.ts'
import { readEpoch, rememberEpoch } from './epoch-file.ts'
import { raiseRestored } from './new-guards.ts'

/** A bucket that keeps the epoch too, and a callback for a bucket that cannot be reached. */
export interface BucketWitness {
  readonly bucket: Bucket
  readonly onTrouble: (error: Error) => void
}

/**
 * Begins the next epoch, first in the database and then in the data directory and the bucket. These are therefore ahead of the
 * database only if it was put back to an older state: then the restore guard goes up in the same transaction, and the answer
 * is true. Called at each start, each minute, and by a backup while others publish.
 * @throws StartError when the bucket cannot be asked and the data directory does not know the database either
 */
export async function advanceEpoch(
  db: Database,
  dataDir: string,
  witness: BucketWitness | null = null,
): Promise<boolean> {
  const inBucket = witness && (await askBucket(db, dataDir, witness))
  const { databaseId, line, epoch, wentBack } = await db.transaction(async (tx) => {
    const now = await lockEpoch(tx)
    const fromBucket = inBucket?.line === now.line ? inBucket.epoch : 0
    const remembered = Math.max(readEpoch(dataDir, now.databaseId), fromBucket)
    const isBehind = now.epoch < remembered
    // If this database is a copy, its original goes on with the old line, and sees no epoch of ours in the bucket.
    const line = isBehind ? newId() : now.line
    if (isBehind) {
      await raiseRestored(tx)
      await tx.run(sql`update instance set value = ${line} where name = 'epoch_line'`)
    }
    const next = Math.max(now.epoch, remembered) + 1
    await tx.run(sql`update instance set value = ${String(next)} where name = 'publish_epoch'`)
    return { databaseId: now.databaseId, line, epoch: next, wentBack: isBehind }
  })
  rememberEpoch(dataDir, databaseId, epoch)
  if (witness) await rememberInBucket(witness.bucket, line, epoch).catch(noting(witness))
  return wentBack
}

/**
 * The epoch in the bucket; null when the bucket cannot be asked, which is no reason to stop publishing where the data
 * directory knows the database. It is read before the row is locked, so that the database had it by then.
 */
async function askBucket(
  db: Database,
  dataDir: string,
  witness: BucketWitness,
): Promise<{ line: string; epoch: number } | null> {
  const { databaseId, line, epoch } = await db.transaction(lockEpoch)
  try {
    return { line, epoch: await readBucketEpoch(witness.bucket, line) }
  } catch (error) {
    noting(witness)(error)
    if (epoch === 0 || readEpoch(dataDir, databaseId) > 0) return null
    throw new StartError(
      `${error instanceof Error ? error.message : ''} Until it can be used, nobody knows whether the database was put back to an older state: ${dataDir} does not know this database either.`,
      { cause: error },
    )
  }
}

/** Passes on the trouble of a storage, and throws everything else. */
function noting({ onTrouble }: BucketWitness): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof StorageUnavailable || error instanceof StorageFull)) throw error
    onTrouble(error)
  }
}

// The row is locked before the file is read. Another process writes the file only after its commit, so the database holds
// every epoch that the file can hold.
async function lockEpoch(tx: Queryable): Promise<{ databaseId: string; line: string; epoch: number }> {
  await tx.run(sql`
    insert into instance (name, value) values ('database_id', ${newId()}), ('epoch_line', ${newId()}), ('publish_epoch', '0')
    on conflict (name) do nothing`)
  const epoch = await tx.row<{ value: number }>(sql`
    select value::bigint as value from instance where name = 'publish_epoch' for update`)
  const ids = await tx.row<{ database: string; line: string }>(sql`
    select max(value) filter (where name = 'database_id') as database,
      max(value) filter (where name = 'epoch_line') as line from instance`)
  if (!epoch || !ids) throw new Error('The ids that were just inserted are not there.')
  return { databaseId: ids.database, line: ids.line, epoch: epoch.value }
}
