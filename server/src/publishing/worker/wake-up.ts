import type { Database } from '../../db/database.ts'
import { keepListening } from '../../db/keep-listening.ts'
import type { Logger } from '../../lib/log.ts'

/** Carries "something is due" to the dispatchers of this process and of all others over the same database. */
export interface WakeUp {
  /** A target is due in `inMs` milliseconds. May be lost in a crash: dispatchers look by themselves every few seconds. */
  wake(inMs: number): void
  /** Calls `onWake` for every wake-up, of this process and of others. Returns a function that stops that. */
  listen(onWake: (inMs: number) => void): () => void
  close(): Promise<void>
}

// Creates come in bursts; one message stands for all of them.
const gatherMs = 5

/** Calls this process directly, and notifies all others by NOTIFY on a connection of its own. */
export function createWakeUp(db: Database, log: Logger): WakeUp {
  const listeners = new Set<(inMs: number) => void>()
  let gathered: number | null = null
  let isTelling = false
  const others = keepListening(db, log, 'crier_due', {
    onMessage: (payload) => tellHere(Number(payload) || 0),
    onOpen: () => tellHere(0),
  })

  function tellHere(inMs: number): void {
    for (const listener of listeners) listener(inMs)
  }

  // One message at a time; wake-ups that come meanwhile go with the next.
  async function tellOthers(): Promise<void> {
    while (gathered !== null) {
      const inMs = Math.round(gathered)
      gathered = null
      try {
        await others.notify(String(inMs))
      } catch (error) {
        log.debug({ err: error }, 'a wake-up was lost')
      }
    }
    isTelling = false
  }

  return {
    wake: (inMs) => {
      tellHere(inMs)
      gathered = Math.min(gathered ?? Number.POSITIVE_INFINITY, inMs)
      if (isTelling) return
      isTelling = true
      setTimeout(() => void tellOthers(), gatherMs)
    },
    listen: (onWake) => {
      listeners.add(onWake)
      return () => void listeners.delete(onWake)
    },
    close: () => others.close(),
  }
}
