import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../lib/files/is-missing.ts'
import { inheritOwners } from '../lib/files/owner.ts'
import { onDisk } from './on-disk.ts'
import type { SegmentStore } from './partials.ts'
import { nameOfSegment, readSegmentName } from './segment-name.ts'
import { fileSystemNow } from './staging.ts'
import { syncFolder } from './sync-folder.ts'

const chunkBytes = 256 * 1024

/** Keeps segments in `<folder>/<key>/`, which must lie on the file system of the staged files. */
export function diskSegments(folder: string): SegmentStore {
  const folderOf = (key: string) => join(folder, key)
  return {
    list: (key) =>
      onDisk(async () => {
        const names = await namesIn(folder, folderOf(key))
        return names.flatMap((name) => readSegmentName(name) ?? [])
      }),
    put: (key, segment, file) =>
      onDisk(async () => {
        const made = await mkdir(folderOf(key), { recursive: true, mode: 0o700 })
        inheritOwners(made, folderOf(key))
        await rename(file.path, join(folderOf(key), nameOfSegment(segment)))
        await syncFolder(folderOf(key))
        if (made) await syncFolder(folder)
      }),
    read: (key, segment) => read(join(folderOf(key), nameOfSegment(segment))),
    drop: (key) => onDisk(() => removeFolder(folderOf(key))),
    reap: (olderThanMs) => onDisk(() => reap(folder, olderThanMs)),
  }
}

/** Reads all into the same memory, because thousands of chunks would be collected late. */
async function* read(path: string): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.allocUnsafeSlow(chunkBytes)
  const handle = await open(path, 'r')
  try {
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null)
      if (bytesRead === 0) return
      yield chunk.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
    chunk.buffer.transfer(0)
  }
}

/** The names in a folder; none where it is missing. Its parent must be there: a disk that is not mounted says nothing. */
async function namesIn(parent: string, folder: string): Promise<string[]> {
  return readdir(folder).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error
    await stat(parent)
    return []
  })
}

async function reap(folder: string, olderThanMs: number): Promise<number> {
  let reaped = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Each segment that is put dates its folder anew.
    const found = await stat(path).catch(() => null)
    if (!found?.isDirectory() || (await fileSystemNow(folder)) - found.mtimeMs < olderThanMs) continue
    await removeFolder(path)
    reaped += 1
  }
  return reaped
}

// A segment that comes in meanwhile makes the folder anew.
function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 })
}
