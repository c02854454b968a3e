import { eachChunk } from '../../lib/each-chunk.ts'
import type { Segment, SegmentStore } from '../partials.ts'
import { nameOfSegment, readSegmentName } from '../segment-name.ts'
import type { Bucket } from './bucket.ts'

const partials = 'partials/'
/** Written when old partials are looked for, because its time is the time of the object storage. */
const clock = `${partials}now`

/** Keeps segments in `partials/<key>/` of a bucket. */
export function bucketSegments(bucket: Bucket): SegmentStore {
  const startOf = (key: string) => `${partials}${key}/`
  return {
    list: async (key) => {
      const segments: Segment[] = []
      for await (const { name } of bucket.list(startOf(key))) {
        const segment = readSegmentName(name.slice(startOf(key).length))
        if (segment !== null) segments.push(segment)
      }
      return segments
    },
    put: (key, segment, file) => bucket.put(startOf(key) + nameOfSegment(segment), file),
    read: async function* (key, segment) {
      const { stream } = await bucket.get(startOf(key) + nameOfSegment(segment), null)
      yield* eachChunk(stream)
    },
    drop: async (key) => {
      await deleteFrom(bucket, startOf(key))
    },
    reap: (olderThanMs) => reap(bucket, olderThanMs),
  }
}

/** Answers the number of partials. Files that were not put to their end are forgotten too. */
async function reap(bucket: Bucket, olderThanMs: number): Promise<number> {
  await bucket.putText(clock, 'now\n')
  const newest = new Map<string, number>()
  let now: Date | null = null
  for await (const { name, storedAt } of bucket.list(partials)) {
    if (name === clock) now = storedAt
    const [, key] = /^partials\/([0-9a-f]{32})\//.exec(name) ?? []
    if (key !== undefined) newest.set(key, Math.max(newest.get(key) ?? 0, storedAt.getTime()))
  }
  // A list may lag behind. The next time will do.
  if (now === null) return 0
  const at = now.getTime()
  const old = [...newest].filter(([, storedAt]) => at - storedAt >= olderThanMs)
  for (const [key] of old) await deleteFrom(bucket, `${partials}${key}/`)
  await bucket.abortUploads(now, olderThanMs)
  return old.length
}

async function deleteFrom(bucket: Bucket, start: string): Promise<void> {
  for await (const { name } of bucket.list(start)) await bucket.delete(name)
}
