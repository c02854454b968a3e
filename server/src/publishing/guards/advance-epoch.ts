import { type Database, type Queryable, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { readEpoch, rememberEpoch } from './epoch-file.ts'
import { raiseRestored } from './raise-guards.ts'

/**
 * Begins the next epoch, first in the database and then in the data directory. The file is therefore ahead of the database
 * only if the database was put back to an older state: then the restore guard goes up in the same transaction, and the
 * answer is true. Called at each start, each minute, and by a backup while others publish.
 */
export async function advanceEpoch(db: Database, dataDir: string): Promise<boolean> {
  const { databaseId, epoch, wentBack } = await db.transaction(async (tx) => {
    const now = await lockEpoch(tx)
    const remembered = readEpoch(dataDir, now.databaseId)
    const isBehind = now.epoch < remembered
    if (isBehind) await raiseRestored(tx)
    const next = Math.max(now.epoch, remembered) + 1
    await tx.run(sql`update instance set value = ${String(next)} where name = 'publish_epoch'`)
    return { databaseId: now.databaseId, epoch: next, wentBack: isBehind }
  })
  rememberEpoch(dataDir, databaseId, epoch)
  return wentBack
}

// The row is locked before the file is read: the database had every epoch that the file can hold by then.
async function lockEpoch(tx: Queryable): Promise<{ databaseId: string; epoch: number }> {
  await tx.run(sql`
    insert into instance (name, value) values ('database_id', ${newId()}), ('publish_epoch', '0')
    on conflict (name) do nothing`)
  const epoch = await tx.row<{ value: number }>(sql`
    select value::bigint as value from instance where name = 'publish_epoch' for update`)
  const database = await tx.row<{ value: string }>(sql`select value from instance where name = 'database_id'`)
  if (!epoch || !database) throw new Error('What was inserted is not there.')
  return { databaseId: database.value, epoch: epoch.value }
}
