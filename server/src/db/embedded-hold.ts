import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type FileLock, tryLock } from '../lib/files/file-lock.ts'
import { StartError } from '../lib/settings/start-error.ts'

/**
 * Takes the lock that PostgreSQL and each of its processes hold for as long as they live.
 *
 * The locks of `acquireDatabase` end with Node, and its PostgreSQL may outlive it for a while. A process in the same
 * container finds such a PostgreSQL by its process id and stops it. One in another container cannot see it, and would start a second
 * PostgreSQL on the same files. This lock is one of the kernel, which knows nothing of containers.
 *
 * @throws StartError when PostgreSQL has not ended after `patienceMs`.
 */
export async function holdCluster(dataDir: string, patienceMs: number): Promise<FileLock> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const lock = tryLock(join(dataDir, 'cluster.lock'))
    if (lock !== null) return lock
    if (performance.now() >= deadline) {
      throw new StartError(
        `A PostgreSQL that cannot be seen from here, such as one in another container, still uses the database in ${dataDir}. Stop that container, and start again.`,
      )
    }
    await pause(50)
  }
}
