import { onDisk } from './on-disk.ts'
import type { LocalFile, Staging } from './staging.ts'
import {
  type ExpectedStream,
  type Partials,
  requireStorageKey,
  type StagedFile,
  TooManySegments,
  WrongOffset,
} from './storage.ts'

/** A process that dies loses less than this of what it received. */
const segmentBytes = 8 * 1024 * 1024

/** Each request adds at least one segment, and all of them are listed for the next one. */
const mostSegments = 10_000

/** Bytes of a partial that were stored at once. Stored segments never change. */
export interface Segment {
  /** The bytes of the partial before it. */
  readonly start: number
  readonly bytes: number
}

/** Where the segments of partials lie. Its errors are those of a storage. */
export interface SegmentStore {
  /** Every segment of a partial, in any order. */
  list(key: string): Promise<readonly Segment[]>
  /** Stores the file as a segment, durably and at once; the file may be gone afterwards. */
  put(key: string, segment: Segment, file: LocalFile): Promise<void>
  /** Its bytes. A chunk is valid until the next one is asked for. */
  read(key: string, segment: Segment): AsyncIterable<Uint8Array>
  /** Removes all segments of a partial. */
  drop(key: string): Promise<void>
  /** Removes partials whose newest segment is older than this. Answers their number. */
  reap(olderThanMs: number): Promise<number>
}

export interface PartialParts {
  readonly segments: SegmentStore
  readonly staging: Staging
  readonly stage: (source: AsyncIterable<Uint8Array>, expected: ExpectedStream) => Promise<StagedFile>
}

/**
 * Keeps partials as segments of up to 8 MB, each of them a file of its own. So a request that goes on although another has
 * taken its place can only add segments, and changes nothing that is stored.
 */
export function createPartials({ segments, staging, stage }: PartialParts): Partials {
  return {
    append: async (key, at, source, { bytes, owner }) => {
      requireStorageKey(key)
      const stored = await segments.list(key)
      const there = lengthOf(chainOf(stored))
      if (there !== at) throw new WrongOffset(there)
      if (stored.length >= mostSegments) throw new TooManySegments()
      const reservation = await onDisk(() => staging.reserve({ bytes: bytes - at, owner }))
      try {
        return await appendSegments({ segments, staging }, key, at, reservation.meter(source))
      } finally {
        reservation.end()
      }
    },
    bytes: async (key) => {
      requireStorageKey(key)
      return lengthOf(chainOf(await segments.list(key)))
    },
    join: async (key, expected) => {
      requireStorageKey(key)
      const chain = chainOf(await segments.list(key))
      return stage(readChain(segments, key, chain), expected)
    },
    drop: async (key) => {
      requireStorageKey(key)
      await segments.drop(key)
    },
    reap: (olderThanMs) => segments.reap(olderThanMs),
  }
}

/** Stores what comes in, segment by segment. When the source breaks off, what came before is stored, then its error is thrown. */
async function appendSegments(
  { segments, staging }: Pick<PartialParts, 'segments' | 'staging'>,
  key: string,
  at: number,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  const cut = cutAt(segmentBytes, source)
  let end = at
  try {
    while (await cut.hasMore()) {
      const file = await onDisk(() => staging.write(cut.next()))
      try {
        await segments.put(key, { start: end, bytes: file.bytes }, file)
      } finally {
        await onDisk(() => staging.remove(file))
      }
      end += file.bytes
    }
  } finally {
    cut.close()
  }
  const broken = cut.error()
  if (broken !== null) throw broken.error
  return end
}

interface Cut {
  /** Whether at least one more byte came. */
  hasMore(): Promise<boolean>
  /** The next so many bytes, or fewer where the source ends or breaks off. */
  next(): AsyncGenerator<Uint8Array>
  /** The error with which the source broke off. */
  error(): { readonly error: unknown } | null
  close(): void
}

function cutAt(size: number, source: AsyncIterable<Uint8Array>): Cut {
  const chunks = source[Symbol.asyncIterator]()
  let left: Uint8Array = Buffer.alloc(0)
  let hasEnded = false
  let broken: { error: unknown } | null = null

  async function hasMore(): Promise<boolean> {
    while (left.length === 0 && !hasEnded) {
      try {
        const { value, done } = await chunks.next()
        if (done === true) hasEnded = true
        else left = value
      } catch (error) {
        hasEnded = true
        broken = { error }
      }
    }
    return left.length > 0
  }

  return {
    hasMore,
    next: async function* () {
      for (let wanted = size; wanted > 0 && (await hasMore()); ) {
        const chunk = left.subarray(0, wanted)
        left = left.subarray(chunk.length)
        wanted -= chunk.length
        yield chunk
      }
    },
    error: () => broken,
    // A source that hangs would not answer, and its error would change nothing any more.
    close: () => void (hasEnded || chunks.return?.().catch(() => undefined)),
  }
}

interface Link {
  readonly segment: Segment
  readonly before: Link | null
  readonly end: number
}

/**
 * The segments that follow each other from the first byte, as far as they reach. Two requests that stored at the same time
 * leave segments that overlap; each chain of them is what a client sent.
 */
function chainOf(segments: readonly Segment[]): Segment[] {
  const ends = new Map<number, Link | null>([[0, null]])
  let furthest: Link | null = null
  for (const segment of segments.toSorted((a, b) => a.start - b.start)) {
    const before = ends.get(segment.start)
    if (before === undefined || segment.bytes <= 0) continue
    const link: Link = { segment, before, end: segment.start + segment.bytes }
    ends.set(link.end, link)
    if (furthest === null || link.end > furthest.end) furthest = link
  }
  const chain: Segment[] = []
  for (let link = furthest; link !== null; link = link.before) chain.push(link.segment)
  return chain.reverse()
}

function lengthOf(chain: readonly Segment[]): number {
  const last = chain.at(-1)
  return last ? last.start + last.bytes : 0
}

async function* readChain(
  store: SegmentStore,
  key: string,
  chain: readonly Segment[],
): AsyncGenerator<Uint8Array> {
  for (const segment of chain) yield* store.read(key, segment)
}
