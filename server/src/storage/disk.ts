import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { isMissing } from '../lib/files/is-missing.ts'
import { inheritOwners } from '../lib/files/owner.ts'
import { diskSegments } from './disk-segments.ts'
import { onDisk } from './on-disk.ts'
import { createPartials } from './partials.ts'
import { type LocalFile, makeFolder, openStaging, stageIn } from './staging.ts'
import { isStorageKey, MissingBytes, requireStorageKey, type Storage, type StoredFile } from './storage.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Makes the storage in a folder: `objects/` holds kept files, `staged/` those that are coming in, `partials/` uploads that
 * come in several requests. All lie on one file system, so that keeping is an atomic rename.
 * @throws StorageFull, StorageUnavailable
 */
export async function createDiskStorage(folder: string): Promise<Storage> {
  const { objects, staged, partials } = foldersIn(folder)
  for (const place of [objects, staged, partials]) await onDisk(() => makeFolder(place))
  return openDiskStorage(folder)
}

/** Opens the storage in a folder that `createDiskStorage` made. */
export function openDiskStorage(folder: string): Storage {
  const { objects, staged, partials } = foldersIn(folder)
  const staging = openStaging(staged)
  const stage = stageIn(staging, (key, file) => keepFile(objects, key, file))
  return {
    stage,
    read: (key, range) => onDisk(() => read(objects, key, range)),
    withFile: (key, work) => withFile({ objects, staged }, key, work),
    signRead: async () => null,
    delete: (key) => onDisk(() => rm(pathOf(objects, key), { force: true })),
    list: () => listFiles(objects),
    reapStaged: (olderThanMs) => onDisk(() => staging.reap(olderThanMs)),
    partials: createPartials({ segments: diskSegments(partials), staging, stage }),
    check: () =>
      onDisk(async () => {
        await stat(objects)
        await staging.check()
      }),
  }
}

function foldersIn(folder: string): { objects: string; staged: string; partials: string } {
  const root = resolve(folder)
  return { objects: join(root, 'objects'), staged: join(root, 'staged'), partials: join(root, 'partials') }
}

/** Two levels, so that no folder grows to millions of entries. */
function pathOf(objects: string, key: string): string {
  requireStorageKey(key)
  return join(objects, key.slice(0, 2), key)
}

function keepFile(objects: string, key: string, { path }: LocalFile): Promise<void> {
  return onDisk(async () => {
    const target = pathOf(objects, key)
    const folder = dirname(target)
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    inheritOwners(made, folder)
    await rename(path, target)
    await syncFolder(folder)
    if (made) await syncFolder(objects)
  })
}

/** In the order of the folders and names, which is the order of the keys. */
async function* listFiles(objects: string): AsyncGenerator<StoredFile> {
  for (const folder of await onDisk(() => readSorted(objects))) {
    for (const key of await onDisk(() => readSorted(join(objects, folder)))) {
      if (!isStorageKey(key)) continue
      const found = await stat(join(objects, folder, key)).catch(() => null)
      if (found?.isFile()) yield { key, bytes: found.size }
    }
  }
}

async function readSorted(folder: string): Promise<string[]> {
  return (await readdir(folder)).sort()
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

/** The file has a second name for the time of the work, which it keeps when the first one is deleted or moved meanwhile. */
async function withFile<Result>(
  { objects, staged }: { objects: string; staged: string },
  key: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = await onDisk(() => findFile(objects, key))
  const held = join(staged, randomBytes(16).toString('hex'))
  // Some file systems know no second names.
  const isHeld = await link(path, held).then(
    () => true,
    () => false,
  )
  try {
    return await work(isHeld ? held : path)
  } finally {
    if (isHeld) await onDisk(() => rm(held, { force: true }))
  }
}

async function findFile(objects: string, key: string): Promise<string> {
  const path = pathOf(objects, key)
  await stat(path).catch((error: unknown) => refuseMissing(objects, error))
  return path
}

/** A folder that is missing, as of a disk that is not mounted, says nothing about its files. */
async function refuseMissing(objects: string, error: unknown): Promise<never> {
  if (!isMissing(error)) throw error
  await stat(objects)
  throw new MissingBytes('There are no bytes under this key.')
}
