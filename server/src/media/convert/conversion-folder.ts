import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { inheritOwners } from '../../lib/files/owner.ts'

/** Longer than any conversion is allowed to take. */
const leftoverMs = 24 * 3_600_000
const betweenLooksMs = 3_600_000
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

/** Conversions of processes that died are removed with one that comes after a day; it looks for them once an hour. */
export function createConversionFolder(root: string, now: () => number = Date.now): ConversionFolder {
  let lookedAt = Number.NEGATIVE_INFINITY
  return {
    open: async () => {
      await makeRoot(root)
      if (now() - lookedAt >= betweenLooksMs) {
        lookedAt = now()
        await reapLeftovers(root, now())
      }
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

/** Leftovers that cannot be removed stop no conversion: another process may remove them too, and the next look comes in an hour. */
async function reapLeftovers(root: string, now: number): Promise<void> {
  const names = await readdir(root).catch((): string[] => [])
  for (const name of names) await reapLeftover(join(root, name), now).catch(() => undefined)
}

async function reapLeftover(folder: string, now: number): Promise<void> {
  const { mtimeMs } = await stat(folder)
  if (now - mtimeMs > leftoverMs) await rm(folder, { recursive: true, force: true })
}
