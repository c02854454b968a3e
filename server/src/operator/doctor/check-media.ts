import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, sql } from '../../db/database.ts'
import { late, within } from '../../lib/within.ts'
import { openDiskStorage } from '../../storage/disk.ts'
import { StorageFull, StorageUnavailable } from '../../storage/storage.ts'
import { type Finding, finding } from './finding.ts'

const longestLookMs = 5_000

/** Checks that the disk of the media takes and gives files. The first start of a server makes its folders. */
export async function examineMedia(db: Database, dataDir: string): Promise<Finding> {
  const folder = join(dataDir, 'media')
  if (!existsSync(folder) && !(await hasMedia(db)))
    return finding('media', true, 'There are no media yet.', '')
  try {
    const looked = await within(longestLookMs, openDiskStorage(folder).check())
    if (looked === late) throw new StorageUnavailable('slow')
    return finding('media', true, `Media can be stored in ${folder}.`, '')
  } catch (error) {
    if (!(error instanceof StorageUnavailable || error instanceof StorageFull)) throw error
    const advice = `Check ${folder}: mount its disk, make room on it, or give it back to the user of the server.`
    return finding('media', false, error.message, advice)
  }
}

async function hasMedia(db: Database): Promise<boolean> {
  const row = await db.row<{ is_there: boolean }>(sql`
    select exists (select from media where state = 'ready') as is_there`)
  return row?.is_there === true
}
