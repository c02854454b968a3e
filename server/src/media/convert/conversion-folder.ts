import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { inheritOwners } from '../../lib/files/owner.ts'

/** Longer than any conversion is allowed to take. */
const leftoverMs = 24 * 3_600_000
/** Room that is left for the database on the same disk. */
const spareBytes = 256 * 1024 ** 2

/** Where the results of conversions lie until they are stored. */
export interface ConversionFolder {
  /** Makes an empty folder for one conversion. */
  open(): Promise<string>
  remove(folder: string): Promise<void>
  /** Whether the disk has room for a file of so many bytes. */
  hasRoom(bytes: number): Promise<boolean>
}

/** Conversions of processes that died are removed with the first one that comes after a day. */
export function createConversionFolder(root: string): ConversionFolder {
  let reaped: Promise<void> | null = null
  return {
    open: async () => {
      await makeRoot(root)
      reaped ??= reapLeftovers(root)
      await reaped
      const folder = join(root, randomBytes(12).toString('hex'))
      await mkdir(folder, { mode: 0o700 })
      return folder
    },
    remove: (folder) => rm(folder, { recursive: true, force: true }),
    hasRoom: async (bytes) => {
      await makeRoot(root)
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize - spareBytes > bytes
    },
  }
}

async function makeRoot(root: string): Promise<void> {
  inheritOwners(await mkdir(root, { recursive: true, mode: 0o700 }), root)
}

async function reapLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const folder = join(root, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > leftoverMs) await rm(folder, { recursive: true, force: true })
  }
}
