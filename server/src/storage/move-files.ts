import { createHash } from 'node:crypto'
import { MissingBytes, type Storage, type StoredFile } from './storage.ts'

const filesAtOnce = 4

export interface MovedFiles {
  readonly files: number
  readonly bytes: number
}

/**
 * Moves every file from one storage to another. Each is whole in the new storage before it is deleted from the old one, so
 * that the process may be killed at any point: the next call goes on with what is left. Files that come meanwhile are moved
 * too, and files that are deleted meanwhile do not come back.
 * @param onMoved called after each file
 * @throws StorageFull, StorageUnavailable
 */
export async function moveFiles(
  from: Storage,
  to: Storage,
  onMoved: (file: StoredFile) => void,
): Promise<MovedFiles> {
  const moved = { files: 0, bytes: 0 }
  for (;;) {
    const before = moved.files
    await moveListed(from, to, (file) => {
      moved.files += 1
      moved.bytes += file.bytes
      onMoved(file)
    })
    // A file that came meanwhile may stand before the place that the list had reached, so it is read until nothing is left.
    if (moved.files === before) return moved
  }
}

/** Counts the files of a storage. */
export async function countFiles(storage: Storage): Promise<MovedFiles> {
  const found = { files: 0, bytes: 0 }
  for await (const { bytes } of storage.list()) {
    found.files += 1
    found.bytes += bytes
  }
  return found
}

/** After a failure no further file is begun, and it is thrown once those that were on their way have ended. */
async function moveListed(from: Storage, to: Storage, onMoved: (file: StoredFile) => void): Promise<void> {
  const files = from.list()
  let hasFailed = false
  const lane = async () => {
    while (!hasFailed) {
      const { value: file, done } = await files.next()
      if (done === true) return
      try {
        if (await moveFile(from, to, file)) onMoved(file)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: filesAtOnce }, lane))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}

/** Answers whether it was moved: false when it was deleted meanwhile. */
async function moveFile(from: Storage, to: Storage, { key, bytes }: StoredFile): Promise<boolean> {
  try {
    const staged = await to.stage(await from.read(key, null), { bytes, owner: 'move' })
    try {
      if (staged.bytes !== bytes)
        throw new Error(`The file ${key} came with ${staged.bytes} of ${bytes} bytes.`)
      await staged.keep(key)
      await requireSame(to, key, staged.sha256)
    } finally {
      await staged.discard()
    }
  } catch (error) {
    if (error instanceof MissingBytes) return false
    throw error
  }
  if (!(await isThere(from, key))) {
    // A delete that came in between has found nothing in the new storage.
    await to.delete(key)
    return false
  }
  await from.delete(key)
  return true
}

/** Reads a copy once more before its original is deleted: a damaged one may have the right length. */
async function requireSame(storage: Storage, key: string, sha256: Buffer): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of await storage.read(key, null)) hash.update(chunk)
  if (!hash.digest().equals(sha256)) throw new Error(`The copy of the file ${key} has other bytes.`)
}

async function isThere(storage: Storage, key: string): Promise<boolean> {
  try {
    await (await storage.read(key, { start: 0, end: 0 })).toArray()
    return true
  } catch (error) {
    if (error instanceof MissingBytes) return false
    throw error
  }
}
