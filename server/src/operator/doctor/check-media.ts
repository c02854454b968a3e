import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type Database, sql } from '../../db/database.ts'
import { timedOut, withTimeout } from '../../lib/concurrency/with-timeout.ts'
import { openDiskStorage } from '../../storage/disk.ts'
import { openMediaStorage } from '../../storage/open-media-storage.ts'
import { type Storage, StorageFull, StorageUnavailable } from '../../storage/storage.ts'
import { type Finding, finding, note } from './finding.ts'

const longestLookMs = 5_000
/** A bucket is tried with four calls. */
const longestTrialMs = 20_000

/** Checks that the storage of the media takes and gives files. The first start of a server makes the folders of a disk. */
export async function checkMedia(
  db: Database,
  config: Pick<Config, 'dataDir' | 'storage' | 'bucket'>,
): Promise<Finding[]> {
  return config.storage === 's3' ? examineBucket(config) : [await examineDisk(db, config.dataDir)]
}

async function examineDisk(db: Database, dataDir: string): Promise<Finding> {
  const folder = join(dataDir, 'media')
  if (!existsSync(folder) && !(await hasMedia(db)))
    return finding('media', true, 'There are no media yet.', '')
  const advice = `Check ${folder}: mount its disk, make room on it, or give it back to the user of the server.`
  return findTrouble(
    () => openDiskStorage(folder).check(),
    longestLookMs,
    `Media can be stored in ${folder}.`,
    advice,
  )
}

/** Stores, reads and deletes a file, because a key may be allowed one and not the other. */
async function examineBucket({
  dataDir,
  storage,
  bucket,
}: Pick<Config, 'dataDir' | 'storage' | 'bucket'>): Promise<Finding[]> {
  const opened = await openMediaStorage({ folder: join(dataDir, 'media'), storage, bucket })
  try {
    const place = `${bucket?.bucket} at ${bucket?.endpoint}`
    const trial = await findTrouble(
      () => tryStorage(opened.storage),
      longestTrialMs,
      `Media can be stored in the bucket ${place}.`,
      `Check ${place}: S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_ADDRESSING, and what the key is allowed to do.`,
    )
    const { done } = await opened.disk.list().next()
    if (done === true) return [trial]
    const hint = 'Move them with: npm run crier -- media move --to s3'
    return [trial, note('media on the disk', 'Some media still lie on the disk. They can be read.', hint)]
  } finally {
    opened.close()
  }
}

async function findTrouble(
  look: () => Promise<void>,
  ms: number,
  found: string,
  advice: string,
): Promise<Finding> {
  try {
    if ((await withTimeout(ms, look())) === timedOut) throw new StorageUnavailable('slow')
    return finding('media', true, found, '')
  } catch (error) {
    if (!(error instanceof StorageUnavailable || error instanceof StorageFull)) throw error
    return finding('media', false, error.message, advice)
  }
}

async function tryStorage(storage: Storage): Promise<void> {
  await storage.check()
  const bytes = randomBytes(16)
  const key = bytes.toString('hex')
  async function* source() {
    yield bytes
  }
  const staged = await storage.stage(source(), { bytes: bytes.length, owner: 'doctor' })
  await staged.keep(key)
  const read = await storage.read(key, null)
  await read.toArray()
  await storage.delete(key)
}

async function hasMedia(db: Database): Promise<boolean> {
  const row = await db.row<{ is_there: boolean }>(sql`
    select exists (select from media where state = 'ready') as is_there`)
  return row?.is_there === true
}
