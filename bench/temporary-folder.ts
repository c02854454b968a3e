import { mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { atEnd } from './cleanup.ts'

/** A folder that is removed at the end, with what a server keeps elsewhere for the data directory in it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crier-bench-'))
  atEnd(() => {
    const refuge = refugeOf(join(folder, 'data'))
    for (const left of refuge === null ? [folder] : [refuge, folder])
      rmSync(left, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  return folder
}

/** Where root may not make user namespaces, its PostgreSQL works outside the data directory, which then has a link. */
function refugeOf(dataDir: string): string | null {
  try {
    return dirname(readlinkSync(join(dataDir, 'postgres')))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'EINVAL') return null
    throw error
  }
}
