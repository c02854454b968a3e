import { timedOut, withTimeout } from '../lib/concurrency/with-timeout.ts'
import type { Logger } from '../lib/log.ts'
import { type StagedFile, type Storage, StorageFull, StorageUnavailable } from './storage.ts'

/** How long a look at the storage may take before its disk counts as slow. */
const longestLookMs = 2_000
/** How often a trouble that lasts is logged. */
const againMs = 600_000

/** Wraps a storage, so that the log says when it cannot be used, once while that lasts, and when it can be used again. */
export function reportTrouble(storage: Storage, log: Logger): Storage {
  let loggedAt: number | null = null

  async function noting<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof StorageUnavailable || error instanceof StorageFull) noteTrouble(error)
      throw error
    }
  }

  function noteTrouble(error: Error): void {
    const now = performance.now()
    if (loggedAt !== null && now - loggedAt < againMs) return
    loggedAt = now
    log.error({ err: error }, 'The media cannot be stored or read. No upload is accepted meanwhile.')
  }

  function noteSuccess(): void {
    if (loggedAt !== null) log.info('The media can be stored again.')
    loggedAt = null
  }

  async function notingKept(work: () => Promise<StagedFile>): Promise<StagedFile> {
    const staged = await noting(work)
    return { ...staged, keep: (key) => noting(() => staged.keep(key)) }
  }

  const { partials } = storage
  return {
    stage: (source, expected) => notingKept(() => storage.stage(source, expected)),
    read: (key, range) => noting(() => storage.read(key, range)),
    withFile: (key, work) => noting(() => storage.withFile(key, work)),
    signRead: (key, headers, seconds) => noting(() => storage.signRead(key, headers, seconds)),
    list: () => storage.list(),
    delete: (key) => noting(() => storage.delete(key)),
    reapStaged: (olderThanMs) => noting(() => storage.reapStaged(olderThanMs)),
    partials: {
      append: (key, at, source, expected) => noting(() => partials.append(key, at, source, expected)),
      bytes: (key) => noting(() => partials.bytes(key)),
      join: (key, expected) => notingKept(() => partials.join(key, expected)),
      drop: (key) => noting(() => partials.drop(key)),
      reap: (olderThanMs) => noting(() => partials.reap(olderThanMs)),
    },
    check: async () => {
      await noting(async () => {
        if ((await withTimeout(longestLookMs, storage.check())) === timedOut)
          throw new StorageUnavailable('slow')
      })
      noteSuccess()
    },
  }
}
