import { join } from 'node:path'
import { createDiskStorage } from './disk.ts'
import type { Bucket, BucketSettings } from './s3/bucket.ts'
import { openS3Bucket } from './s3/s3-bucket.ts'
import { createS3Storage } from './s3/s3-storage.ts'
import type { Storage } from './storage.ts'
import { withFormerStorage } from './two-storages.ts'

/** How long an object storage may take to answer, or a body of it may stand still. */
const callMs = 20_000

export interface MediaPlaces {
  /** Holds the files of the disk, and those that are coming in. */
  readonly folder: string
  readonly storage: 'disk' | 's3'
  readonly bucket: BucketSettings | null
}

/** The storages of one instance. */
export interface MediaStorages {
  /** Keeps new files, and finds those of both. */
  readonly storage: Storage
  readonly disk: Storage
  readonly s3: Storage | null
  readonly bucket: Bucket | null
  close(): void
}

/** Opens the storages that are set. A bucket is not asked for yet. @throws StorageFull, StorageUnavailable for the folder */
export async function openMediaStorage({
  folder,
  storage,
  bucket: settings,
}: MediaPlaces): Promise<MediaStorages> {
  const disk = await createDiskStorage(folder)
  const bucket = await openBucket(settings)
  if (bucket === null) return { storage: disk, disk, s3: null, bucket, close: () => undefined }
  const s3 = await createS3Storage(bucket, join(folder, 'staged'))
  const both = storage === 's3' ? withFormerStorage(s3, disk) : withFormerStorage(disk, s3)
  return { storage: both, disk, s3, bucket, close: () => bucket.close() }
}

/** Opens the bucket of these settings; null without them. */
export async function openBucket(settings: BucketSettings | null): Promise<Bucket | null> {
  return settings && openS3Bucket(settings, { callMs })
}
