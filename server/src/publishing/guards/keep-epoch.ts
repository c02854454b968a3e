import type { Context } from '../../context.ts'
import { advanceEpoch } from './advance-epoch.ts'
import { askRestored } from './ask-restored.ts'

/** Each minute: the next epoch; and should the database have been put back meanwhile, under our feet, the guard. */
export async function keepEpoch({ db, config, log }: Context): Promise<void> {
  if (!(await advanceEpoch(db, config.dataDir))) return
  log.error(
    'The database was restored to an older state. Nothing is published until the operator runs guard confirm.',
  )
  await askRestored(db)
}
