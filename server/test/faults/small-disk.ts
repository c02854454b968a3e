import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own for a test; or why there is none. */
export interface SmallDisk {
  readonly folder: string
  /** Null when it is there. */
  readonly missing: string | null
  remove(): void
}

/** Mounts a disk of so many bytes, such as `256m`, where this user may. */
export function mountSmallDisk(size: string): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'crier-small-disk-'))
  const without = (missing: string): SmallDisk => ({ folder, missing, remove: () => rmdirSync(folder) })
  if (process.getuid?.() !== 0) return without('this user may not mount one')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    return without('nothing may be mounted here')
  }
  const remove = () => {
    execFileSync('umount', ['--lazy', folder])
    rmdirSync(folder)
  }
  return { folder, missing: null, remove }
}
