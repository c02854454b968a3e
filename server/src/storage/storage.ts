import type { Readable } from 'node:stream'
import type { DiskTrouble } from '../lib/files/disk-trouble.ts'

/**
 * Where the bytes of media lie. Keys are 32 lower-case hex digits made by us, never a user's file name.
 * `conformance.ts` holds what every storage must keep. Each call may throw StorageUnavailable.
 */
export interface Storage {
  /**
   * Stores a stream durably on this machine, under no key yet, so that it can be examined before it is kept.
   * Room is reserved first; a shorter stream is accepted and a longer one refused. Chunks are copied; only the memory of
   * those that were given away (see given-chunks.ts) is freed.
   * @throws StorageFull, also on the way, or the error of `source`; nothing is left behind then.
   */
  stage(source: AsyncIterable<Uint8Array>, expected: ExpectedStream): Promise<StagedFile>
  /** Reads it, or the bytes from `start` to `end` (exclusive). @throws MissingBytes when there is no such key. */
  read(key: string, range: { start: number; end: number } | null): Promise<Readable>
  /** Lets `work` read it as a file of this machine, by its path. @throws MissingBytes when there is no such key. */
  withFile<Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result>
  /**
   * An address at which anybody reads it for so many seconds, with these headers; null where there are no such addresses.
   * @throws MissingBytes where there are, and there is no such key.
   */
  signRead(key: string, headers: ReadHeaders, seconds: number): Promise<string | null>
  /** Afterwards the key holds nothing, also when it held nothing before. */
  delete(key: string): Promise<void>
  /** Every key that holds bytes, in the order of the keys. One that is kept or deleted meanwhile may be left out. */
  list(): AsyncGenerator<StoredFile>
  /** Removes staged files older than this, which processes left that died. Answers their number. */
  reapStaged(olderThanMs: number): Promise<number>
  /** Uploads that come in several requests, perhaps on several machines. */
  readonly partials: Partials
  /** Looks whether files can be stored and read now. @throws StorageFull, StorageUnavailable */
  check(): Promise<void>
}

/**
 * The bytes of uploads that come in several requests. Each is kept under a storage key of its own, which holds no file, and
 * outlives the process that received it. A caller lets one request at a time append to it. Where two do, each adds to what
 * was there when it began, and neither damages what the other stored.
 */
export interface Partials {
  /**
   * Appends a stream. `at` is the number of bytes that are there, `expected.bytes` the size of the whole upload. Everything
   * is durable once it resolves with the number of bytes that are there now. A stream that breaks off leaves what came of it.
   * @throws WrongOffset, TooManySegments, StorageFull, or the error of `source`
   */
  append(
    key: string,
    at: number,
    source: AsyncIterable<Uint8Array>,
    expected: ExpectedStream,
  ): Promise<number>
  /** How many bytes are there; 0 for a partial that does not exist yet. */
  bytes(key: string): Promise<number>
  /** Stages all of it on this machine, as `stage` does with a stream. The partial stays until it is dropped. */
  join(key: string, expected: ExpectedStream): Promise<StagedFile>
  /** Removes all of it, also when nothing is there. */
  drop(key: string): Promise<void>
  /** Removes partials to which nothing was appended for so long. Answers their number. */
  reap(olderThanMs: number): Promise<number>
}

export interface StoredFile {
  readonly key: string
  readonly bytes: number
}

/** Headers with which an object storage answers a signed read. */
export interface ReadHeaders {
  readonly contentType: string
  readonly contentDisposition: string
  readonly cacheControl: string
}

/** A stream that is about to come in. */
export interface ExpectedStream {
  readonly bytes: number
  /** The one for whom it is stored: streams of one owner are reserved against each other, and hardly against others'. */
  readonly owner: string
  /** The size is unknown, and `bytes` is only the limit: room is then reserved as the stream comes in. */
  readonly isLimit?: boolean
}

/** Stored bytes that belong to no key yet. End it with `keep` or `discard`. */
export interface StagedFile {
  /** A file on this machine with exactly these bytes. */
  readonly path: string
  readonly bytes: number
  readonly sha256: Buffer
  /** Afterwards the key holds all of it, durably; before, nothing of it. */
  keep(key: string): Promise<void>
  /** Removes the bytes, unless they were kept. */
  discard(): Promise<void>
}

/** There is no room for these bytes. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}

/** A reason why a storage cannot be used: of its disk, or of its bucket. */
export type StorageTrouble =
  | Exclude<DiskTrouble, 'full'>
  | 'bucket_missing'
  | 'bucket_refused'
  | 'key_refused'
  | 'wrong_region'
  | 'clock'
  | 'bucket_unreachable'
  | 'certificate'
  | 'bucket_slow'
  | 'bucket_broken'
  | 'no_object_storage'

const unavailable: Readonly<Record<StorageTrouble, string>> = {
  missing: 'The folder of the media is missing on the server.',
  no_folder: 'In place of the folder of the media there is a file.',
  read_only: 'The disk of the media is read-only.',
  refused: 'The server is not allowed to use the folder of the media.',
  broken: 'The disk of the media reports an error.',
  slow: 'The disk of the media does not answer in time.',
  bucket_missing: 'The bucket of the media does not exist.',
  bucket_refused: 'The access key of the object storage may not use the bucket of the media.',
  key_refused: 'The object storage does not know the access key, or its secret is another.',
  wrong_region: 'The bucket of the media lies in another region, or at another endpoint.',
  clock: 'The clocks of the server and of the object storage are too far apart.',
  bucket_unreachable: 'The object storage of the media cannot be reached.',
  certificate: 'The certificate of the object storage is not valid.',
  bucket_slow: 'The object storage of the media does not answer in time.',
  bucket_broken: 'The object storage of the media reports an error.',
  no_object_storage: 'At the address of the object storage there is something else.',
}

/** The storage of the media cannot be used at the moment. The message says why, without a path or name; the cause has it. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'

  readonly trouble: StorageTrouble

  constructor(trouble: StorageTrouble, options?: ErrorOptions) {
    super(unavailable[trouble], options)
    this.trouble = trouble
  }
}

/** A key holds nothing. */
export class MissingBytes extends Error {
  override name = 'MissingBytes'
}

/** A stream was to be appended at another place than the end of the partial. */
export class WrongOffset extends Error {
  override name = 'WrongOffset'

  /** The bytes that are there. */
  readonly bytes: number

  constructor(bytes: number) {
    super(`The upload goes on at byte ${bytes}.`)
    this.bytes = bytes
  }
}

/** An upload came in so many requests that it is not taken further. */
export class TooManySegments extends Error {
  override name = 'TooManySegments'

  constructor() {
    super('The upload came in too many requests. Begin it anew, and send more bytes with each request.')
  }
}

/** @throws when a key is not one of ours, so that no user’s text ever becomes a path. */
export function requireStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error('A storage key is 32 lower-case hex digits.')
}

export function isStorageKey(text: string): boolean {
  return /^[a-f0-9]{32}$/.test(text)
}
