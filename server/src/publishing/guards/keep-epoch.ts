import type { Context } from '../../context.ts'
import { advanceEpoch } from './advance-epoch.ts'
import { askRestored } from './ask-restored.ts'

/** Begins the next epoch, each minute. It notices too when the database is put back to an older state while we run. */
export async function keepEpoch({ db, config, bucket, log }: Context): Promise<void> {
  const witness = bucket && {
    bucket,
    onTrouble: (error: Error) =>
      log.error({ err: error }, 'The bucket does not remember how far publishing is. DATA_DIR does.'),
  }
  if (!(await advanceEpoch(db, config.dataDir, witness))) return
  log.error(
    'The database was restored to an older state. Nothing is published until the operator runs guard lift.',
  )
  await askRestored(db)
}
