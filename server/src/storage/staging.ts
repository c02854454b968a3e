import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { inheritOwner, inheritOwners } from '../lib/files/owner.ts'
import { onDisk } from './on-disk.ts'
import { createReservations, type Reservation } from './reservations.ts'
import type { ExpectedStream, StagedFile } from './storage.ts'
import { type WriteResult, writeStream } from './writer/write-stream.ts'

/** Room that uploads always leave free, so that a database on the same disk can go on. */
const spareBytes = 32 * 1024 * 1024

/** A file on this machine that belongs to no key yet. */
export interface LocalFile {
  readonly path: string
  readonly bytes: number
}

/** The folder of this machine in which every upload is stored before it is examined and kept. */
export interface Staging {
  /** Reserves room for a stream. @throws StorageFull */
  reserve(expected: ExpectedStream): Promise<Reservation>
  /** Stores a stream durably in a file of its own. Nothing is left behind when it fails. */
  write(chunks: AsyncIterable<Uint8Array>): Promise<LocalFile>
  /** Does the same, and hashes what it stores. */
  writeHashed(chunks: AsyncIterable<Uint8Array>): Promise<LocalFile & { readonly sha256: Buffer }>
  remove(file: LocalFile): Promise<void>
  /** Removes files older than this. Answers their number. */
  reap(olderThanMs: number): Promise<number>
  /** Looks whether files can be stored now. @throws StorageFull */
  check(): Promise<void>
}

/** Opens a staging folder. Its errors are those of the file system. */
export function openStaging(folder: string): Staging {
  const room = createReservations(() => freeBytes(folder))
  return {
    reserve: ({ bytes, owner, isLimit }) => room.reserve(bytes, owner, isLimit),
    write: (chunks) => writeFile(folder, chunks, false),
    writeHashed: async (chunks) => {
      const { sha256, ...file } = await writeFile(folder, chunks, true)
      if (sha256 === null) throw new Error('A file was stored without its hash.')
      return { ...file, sha256 }
    },
    remove: ({ path }) => rm(path, { force: true }),
    reap: (olderThanMs) => reap(folder, olderThanMs),
    check: async () => {
      await fileSystemNow(folder)
      const reservation = await room.reserve(0, '')
      reservation.end()
    },
  }
}

/**
 * Makes the `stage` of a storage from the way it keeps a file under a key. `keep` may take the file away.
 */
export function stageIn(
  staging: Staging,
  keep: (key: string, file: LocalFile) => Promise<void>,
): (source: AsyncIterable<Uint8Array>, expected: ExpectedStream) => Promise<StagedFile> {
  return (source, expected) =>
    onDisk(async () => {
      const reservation = await staging.reserve(expected)
      try {
        const file = await staging.writeHashed(reservation.meter(source))
        return {
          ...file,
          keep: (key) => keep(key, file),
          discard: () => onDisk(() => staging.remove(file)),
        }
      } finally {
        reservation.end()
      }
    })
}

/** Makes a folder that only its owner may read. */
export async function makeFolder(folder: string): Promise<void> {
  inheritOwners(await mkdir(folder, { recursive: true, mode: 0o700 }), folder)
}

async function writeFile(
  folder: string,
  chunks: AsyncIterable<Uint8Array>,
  isHashed: boolean,
): Promise<LocalFile & WriteResult> {
  const path = join(folder, randomBytes(16).toString('hex'))
  const handle = await open(path, 'wx', 0o600)
  try {
    const written = await writeStream(handle, chunks, isHashed)
    inheritOwner(path)
    return { path, ...written }
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined)
    throw error
  } finally {
    await handle.close()
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize - spareBytes
}

async function reap(folder: string, olderThanMs: number): Promise<number> {
  let reaped = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    // The file system's clock wrote mtime and is asked again here: the two agree whatever the application's clock says.
    if (!found || (await fileSystemNow(folder)) - found.mtimeMs < olderThanMs) continue
    await rm(path, { force: true })
    reaped += 1
  }
  return reaped
}

/** The time of the clock that dates the files of a folder, in milliseconds. */
export async function fileSystemNow(folder: string): Promise<number> {
  const path = join(folder, `.now-${randomBytes(8).toString('hex')}`)
  const handle = await open(path, 'wx', 0o600)
  try {
    return (await handle.stat()).mtimeMs
  } finally {
    await handle.close()
    await rm(path, { force: true })
  }
}
