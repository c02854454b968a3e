import { Readable } from 'node:stream'
import { onDisk } from '../on-disk.ts'
import { createPartials } from '../partials.ts'
import { type LocalFile, makeFolder, openStaging, type Staging, stageIn } from '../staging.ts'
import { isStorageKey, MissingBytes, requireStorageKey, type Storage, type StoredFile } from '../storage.ts'
import type { Bucket } from './bucket.ts'
import { bucketSegments } from './bucket-segments.ts'

const objects = 'objects/'

/**
 * Makes the storage in a bucket: `objects/` holds kept files, `partials/` uploads that come in several requests. Every file
 * is staged in a folder of this machine first, where it is examined.
 * @throws StorageFull, StorageUnavailable, for the folder alone: an object storage that is away for a moment ends no start
 */
export async function createS3Storage(bucket: Bucket, folder: string): Promise<Storage> {
  await onDisk(() => makeFolder(folder))
  const staging = openStaging(folder)
  const stage = stageIn(staging, (key, file) => keepFile(bucket, staging, key, file))
  return {
    stage,
    read: (key, range) => read(bucket, key, range),
    withFile: (key, work) => withFile(bucket, staging, key, work),
    signRead: async (key, headers, seconds) => {
      const name = objectName(key)
      const url = await bucket.signRead(name, headers, seconds)
      if (url !== null && (await bucket.sizeOf(name)) === null) throw missing()
      return url
    },
    delete: async (key) => bucket.delete(objectName(key)),
    list: () => listFiles(bucket),
    reapStaged: (olderThanMs) => onDisk(() => staging.reap(olderThanMs)),
    partials: createPartials({ segments: bucketSegments(bucket), staging, stage }),
    check: async () => {
      await onDisk(() => staging.check())
      await bucket.check()
    },
  }
}

function objectName(key: string): string {
  requireStorageKey(key)
  return objects + key
}

function missing(): MissingBytes {
  return new MissingBytes('There are no bytes under this key.')
}

async function keepFile(bucket: Bucket, staging: Staging, key: string, file: LocalFile): Promise<void> {
  await bucket.put(objectName(key), file)
  await onDisk(() => staging.remove(file))
}

async function read(
  bucket: Bucket,
  key: string,
  range: { start: number; end: number } | null,
): Promise<Readable> {
  const name = objectName(key)
  if (range === null || range.end > range.start) return (await bucket.get(name, range)).stream
  if ((await bucket.sizeOf(name)) === null) throw missing()
  return Readable.from([])
}

/** Fetches the file for the time of the work. Its room is reserved like that of an upload. */
async function withFile<Result>(
  bucket: Bucket,
  staging: Staging,
  key: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const { bytes, stream } = await bucket.get(objectName(key), null)
  let file: LocalFile
  try {
    file = await onDisk(async () => {
      const reservation = await staging.reserve({ bytes, owner: key })
      try {
        return await staging.write(reservation.meter(stream))
      } finally {
        reservation.end()
      }
    })
  } finally {
    stream.destroy()
  }
  try {
    return await work(file.path)
  } finally {
    await onDisk(() => staging.remove(file))
  }
}

async function* listFiles(bucket: Bucket): AsyncGenerator<StoredFile> {
  for await (const { name, bytes } of bucket.list(objects)) {
    const key = name.slice(objects.length)
    if (isStorageKey(key)) yield { key, bytes }
  }
}
