import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { diskTroubleOf } from '../lib/files/disk-trouble.ts'
import { inheritOwner, inheritOwners } from '../lib/files/owner.ts'
import { createReservations, type Reservations } from './reservations.ts'
import {
  type Expected,
  MissingBytes,
  requireStorageKey,
  type StagedFile,
  type Storage,
  StorageFull,
  StorageUnavailable,
} from './storage.ts'

/** Room that uploads always leave free, so that a database on the same disk can go on. */
const spareBytes = 32 * 1024 * 1024

/**
 * Makes the storage in a folder: `objects/` holds kept files, `staged/` those that are coming in. Both lie on one file
 * system, so that keeping is an atomic rename.
 * @throws StorageFull, StorageUnavailable
 */
export async function createDiskStorage(folder: string): Promise<Storage> {
  const { objects, staged } = foldersIn(folder)
  for (const place of [objects, staged])
    inheritOwners(await onDisk(() => mkdir(place, { recursive: true, mode: 0o700 })), place)
  return openDiskStorage(folder)
}

/** Opens the storage in a folder that `createDiskStorage` made. */
export function openDiskStorage(folder: string): Storage {
  const { objects, staged } = foldersIn(folder)
  const room = createReservations(() => freeBytes(resolve(folder)))
  return {
    stage: (source, expected) => onDisk(() => stage({ objects, staged, room }, source, expected)),
    read: (key, range) => onDisk(() => read(objects, key, range)),
    withFile: async (key, work) => work(await onDisk(() => findFile(objects, key))),
    delete: (key) => onDisk(() => rm(pathOf(objects, key), { force: true })),
    reapStaged: (olderThanMs) => onDisk(() => reap(staged, olderThanMs)),
    check: () =>
      onDisk(async () => {
        await stat(objects)
        await fileSystemNow(staged)
        const reservation = await room.reserve(0, '')
        reservation.end()
      }),
  }
}

function foldersIn(folder: string): { objects: string; staged: string } {
  const root = resolve(folder)
  return { objects: join(root, 'objects'), staged: join(root, 'staged') }
}

/** Does something with files. @throws StorageFull or StorageUnavailable for an error that says so */
async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const trouble = diskTroubleOf(error)
    if (trouble === null) throw error
    if (trouble === 'full') throw new StorageFull('The disk is full.', { cause: error })
    throw new StorageUnavailable(trouble, { cause: error })
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
  { bytes, owner }: Expected,
): Promise<StagedFile> {
  const reservation = await room.reserve(bytes, owner)
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
    await rm(path, { force: true }).catch(() => undefined)
    throw error
  } finally {
    reservation.end()
  }
}

async function freeBytes(root: string): Promise<number> {
  const { bavail, bsize } = await statfs(root)
  return bavail * bsize - spareBytes
}

function stagedFile(objects: string, path: string, bytes: number): StagedFile {
  return {
    path,
    bytes,
    keep: (key) =>
      onDisk(async () => {
        const target = pathOf(objects, key)
        const folder = dirname(target)
        const made = await mkdir(folder, { recursive: true, mode: 0o700 })
        inheritOwners(made, folder)
        await rename(path, target)
        await syncFolderInBackground(folder)
        if (made) await syncFolderInBackground(objects)
      }),
    discard: () => onDisk(() => rm(path, { force: true })),
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

async function read(
  objects: string,
  key: string,
  range: { start: number; end: number } | null,
): Promise<Readable> {
  const path = pathOf(objects, key)
  const handle = await open(path, 'r').catch((error: unknown) => refuseMissing(objects, error))
  if (range && range.end <= range.start) {
    await handle.close()
    return Readable.from([])
  }
  const options = { fd: handle, highWaterMark: 256 * 1024 }
  return createReadStream(path, range ? { ...options, start: range.start, end: range.end - 1 } : options)
}

async function findFile(objects: string, key: string): Promise<string> {
  const path = pathOf(objects, key)
  await stat(path).catch((error: unknown) => refuseMissing(objects, error))
  return path
}

/** A folder that is missing, as of a disk that is not mounted, says nothing about its files. */
async function refuseMissing(objects: string, error: unknown): Promise<never> {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  await stat(objects)
  throw new MissingBytes('There are no bytes under this key.')
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
