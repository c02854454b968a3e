import type { Readable } from 'node:stream'

/** Where the bytes of media lie. Keys are 32 hex digits made by us, never a user's file name. */
export interface Storage {
  /** Writes a stream whole: afterwards the key holds all of it, durably, or nothing. Answers the number of bytes. */
  write(key: string, bytes: Readable): Promise<number>
  /** Reads it, or the bytes from `start` to `end` (exclusive). @throws when there is no such key. */
  read(key: string, range: { start: number; end: number } | null): Promise<Readable>
  delete(key: string): Promise<void>
}
