import { diskTroubleOf } from '../lib/files/disk-trouble.ts'
import { StorageFull, StorageUnavailable } from './storage.ts'

/** Does something with files. @throws StorageFull or StorageUnavailable for an error that says so */
export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const trouble = diskTroubleOf(error)
    if (trouble === null) throw error
    if (trouble === 'full') throw new StorageFull('The disk is full.', { cause: error })
    throw new StorageUnavailable(trouble, { cause: error })
  }
}
