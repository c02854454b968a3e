import type { Bucket } from '../../storage/s3/bucket.ts'

// One object for each epoch: two processes that write at once leave both, and the higher one counts.
const startOf = (line: string) => `publish-epoch/${line}/`
const digits = 15

/** The highest epoch of a line of databases in its bucket; 0 when the bucket knows nothing of it. @throws StorageUnavailable */
export async function readBucketEpoch(bucket: Bucket, line: string): Promise<number> {
  return Math.max(0, ...(await epochsIn(bucket, line)))
}

/** Remembers an epoch that the database surely has, and forgets the lower ones. @throws StorageUnavailable, StorageFull */
export async function rememberInBucket(bucket: Bucket, line: string, epoch: number): Promise<void> {
  await bucket.putText(epochName(line, epoch), `${epoch}\n`)
  const lower = (await epochsIn(bucket, line)).filter((each) => each < epoch)
  for (const each of lower) await bucket.delete(epochName(line, each))
}

function epochName(line: string, epoch: number): string {
  return startOf(line) + String(epoch).padStart(digits, '0')
}

async function epochsIn(bucket: Bucket, line: string): Promise<number[]> {
  const epochs: number[] = []
  for await (const { name } of bucket.list(startOf(line))) {
    const text = name.slice(startOf(line).length)
    if (/^\d{15}$/.test(text)) epochs.push(Number(text))
  }
  return epochs
}
