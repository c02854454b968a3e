import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import type { ReadHeaders } from '../storage.ts'

/** How a bucket is reached. The operator's settings say it, and no request of a client changes it. */
export interface BucketSettings {
  /** Such as `https://s3.eu-central-1.amazonaws.com`, without a slash at the end. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Whether an address names the bucket in its path (`/bucket/name`) or in its host (`bucket.host/name`). */
  readonly addressing: 'path' | 'host'
  /** Precedes every name in the bucket; empty, or with a slash at the end. */
  readonly prefix: string
  /** Where readers from outside reach the object storage; null: they do not. */
  readonly publicEndpoint: string | null
}

export interface BucketOptions {
  /** How long a call without a body may take, and how long a body may stand still. */
  readonly callMs: number
  /** How hosts are found, for names that only a test knows. */
  readonly lookup?: LookupFunction
}

/** Bytes of a file on this machine. */
export interface FilePiece {
  readonly path: string
  readonly bytes: number
}

export interface StoredObject {
  /** Without the prefix of the settings. */
  readonly name: string
  readonly bytes: number
  /** By the clock of the object storage. */
  readonly storedAt: Date
}

/**
 * A bucket of an S3-compatible object storage. Names are ours and get the prefix of the settings. Each call is limited in
 * time and repeated only where that changes nothing.
 * @throws StorageUnavailable, StorageFull
 */
export interface Bucket {
  /** Stores a file durably and at once under a name: before, there is nothing, or what was there. */
  put(name: string, file: FilePiece): Promise<void>
  /** Stores a few bytes. */
  putText(name: string, text: string): Promise<void>
  /** Reads all, or the bytes from `start` to `end` (exclusive, and more than none). @throws MissingBytes */
  get(name: string, range: { start: number; end: number } | null): Promise<ObjectBody>
  /** The size of an object; null when there is none. */
  sizeOf(name: string): Promise<number | null>
  /** Afterwards there is nothing under the name. */
  delete(name: string): Promise<void>
  /** The objects whose names begin so, in the order of their names. */
  list(start: string): AsyncGenerator<StoredObject>
  /** Forgets what uploads left whose process died more than so many milliseconds before `now`. Answers their number. */
  abortUploads(now: Date, olderThanMs: number): Promise<number>
  /** Looks whether the bucket is there and lets us in. */
  check(): Promise<void>
  /** An address at which anybody reads the object for so long; null without a public endpoint. */
  signRead(name: string, headers: ReadHeaders, seconds: number): Promise<string | null>
  close(): void
}

export interface ObjectBody {
  readonly bytes: number
  /** Exactly so many bytes, or an error. To be read to its end, or destroyed. */
  readonly stream: Readable
}
