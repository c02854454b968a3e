import type { Closable } from '../../lib/closing.ts'
import { withTimeout } from '../../lib/concurrency/with-timeout.ts'

/** Imports that no request and no job waits for. They end before the database is closed. */
export interface BackgroundImports extends Closable {
  /** Whether the server stops, so that an import that ends now was broken off by it. */
  readonly isStopping: boolean
  /** Follows one to its end, which never fails. `stop` breaks it off. */
  follow(work: Promise<unknown>, stop: () => void): void
  /** Breaks all of them off, and waits a moment until they have stored how far they came. */
  close(): Promise<void>
}

const closeMs = 1_000

export function createBackgroundImports(): BackgroundImports {
  const underWay = new Map<Promise<unknown>, () => void>()
  let isStopping = false
  return {
    get isStopping() {
      return isStopping
    },
    follow: (work, stop) => {
      underWay.set(work, stop)
      void work.finally(() => underWay.delete(work))
      if (isStopping) stop()
    },
    close: async () => {
      isStopping = true
      for (const stop of underWay.values()) stop()
      await withTimeout(closeMs, Promise.allSettled(underWay.keys()))
    },
  }
}
