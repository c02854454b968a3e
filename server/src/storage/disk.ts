import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inheritOwner, inheritOwners } from '../lib/files/owner.ts'
import { MissingBytes, requireStorageKey, type StagedFile, type Storage, StorageFull } from './storage.ts'

/** Room that uploads always leave free, so that a database on the same disk can go on. */
const spareBytes = 32 * 1024 * 1024

/**
 * Storage in a folder: `objects/` holds kept files, `staged/` those that are coming in. Both lie on one file system, so that
 * keeping is an atomic rename.
 */
export async function createDiskStorage(folder: string): Promise<Storage> {
  const root = resolve(folder)
  const objects = join(root, 'objects')
  const staged = join(root, 'staged')
  for (const place of [objects, staged])
    inheritOwners(await mkdir(place, { recursive: true, mode: 0o700 }), place)
  const room = createReservations(root)
  return {
    stage: (source, expectedBytes) => stage({ objects, staged, room }, source, expectedBytes),
    read: async (key, range) => read(pathOf(objects, key), range),
    delete: async (key) => rm(pathOf(objects, key), { force: true }),
    reapStaged: (olderThanMs) => reap(staged, olderThanMs),
  }
}

/** Two levels, so that no folder grows to millions of entries. */
function pathOf(objects: string, key: string): string {
  requireStorageKey(key)
  return join(objects, key.slice(0, 2), key)
}

interface Folders {
  objects: string
  staged: string
  room: Reservations
}

async function stage(
  { objects, staged, room }: Folders,
  source: AsyncIterable<Uint8Array>,
  expectedBytes: number,
): Promise<StagedFile> {
  const reservation = await room.reserve(expectedBytes)
  const path = join(staged, randomBytes(16).toString('hex'))
  try {
    const target = createWriteStream(path, {
      flags: 'wx',
      mode: 0o600,
      flush: true,
      highWaterMark: 1024 * 1024,
    })
    await pipeline(source, (chunks: AsyncIterable<Uint8Array>) => reservation.meter(chunks), target)
    inheritOwner(path)
    return stagedFile(objects, path, target.bytesWritten)
  } catch (error) {
    await rm(path, { force: true })
    throw isFull(error) ? new StorageFull('The disk is full.', { cause: error }) : error
  } finally {
    reservation.end()
  }
}

function stagedFile(objects: string, path: string, bytes: number): StagedFile {
  return {
    path,
    bytes,
    keep: async (key) => {
      const target = pathOf(objects, key)
      const folder = dirname(target)
      const made = await mkdir(folder, { recursive: true, mode: 0o700 })
      inheritOwners(made, folder)
      await rename(path, target)
      await syncFolderInBackground(folder)
      if (made) await syncFolderInBackground(objects)
    },
    discard: () => rm(path, { force: true }),
  }
}

// A rename lasts through a power cut only once its folder is on the disk too. Every upload does this: unlike the one of
// `lib/files/`, it leaves the event loop free.
async function syncFolderInBackground(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function read(path: string, range: { start: number; end: number } | null): Promise<Readable> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new MissingBytes('There are no bytes under this key.') : error
  })
  if (range && range.end <= range.start) {
    await handle.close()
    return Readable.from([])
  }
  const options = { fd: handle, highWaterMark: 256 * 1024 }
  return createReadStream(path, range ? { ...options, start: range.start, end: range.end - 1 } : options)
}

async function reap(staged: string, olderThanMs: number): Promise<number> {
  let reaped = 0
  for (const name of await readdir(staged)) {
    const path = join(staged, name)
    const found = await stat(path).catch(() => null)
    // The file system's clock wrote mtime and is asked again here: the two agree whatever the application's clock says.
    if (!found || (await fileSystemNow(staged)) - found.mtimeMs < olderThanMs) continue
    await rm(path, { force: true })
    reaped += 1
  }
  return reaped
}

async function fileSystemNow(staged: string): Promise<number> {
  const path = join(staged, `.now-${randomBytes(8).toString('hex')}`)
  const handle = await open(path, 'wx', 0o600)
  try {
    return (await handle.stat()).mtimeMs
  } finally {
    await handle.close()
    await rm(path, { force: true })
  }
}

interface Reservation {
  /** Passes chunks on and reduces the reservation by them. @throws when more comes than was reserved */
  meter(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  end(): void
}

interface Reservations {
  /** @throws StorageFull */
  reserve(bytes: number): Promise<Reservation>
}

/** Room promised to streams that are still coming in counts as taken, so that they cannot fill the disk together. */
function createReservations(root: string): Reservations {
  let promised = 0
  return {
    reserve: async (bytes) => {
      const disk = await statfs(root)
      if (disk.bavail * disk.bsize - promised - spareBytes < bytes) throw new StorageFull('The disk is full.')
      promised += bytes
      let left = bytes
      return {
        meter: async function* (chunks) {
          for await (const chunk of chunks) {
            if (chunk.length > left) throw new Error('More bytes came than were announced.')
            left -= chunk.length
            promised -= chunk.length
            yield chunk
          }
        },
        end: () => {
          promised -= left
          left = 0
        },
      }
    },
  }
}

function isFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
}
