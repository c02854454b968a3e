import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { keepListening } from '../../db/keep-listening.ts'
import type { Logger } from '../../lib/log.ts'

/** Carries "something is due" and "there are new events" to this process and to all others over the same database. */
export interface WakeUp {
  /** A target is due in `inMs` milliseconds. May be lost in a crash: dispatchers look by themselves every few seconds. */
  wake(inMs: number): void
  /** Calls `onWake` for every wake-up, of this process and of others. Returns a function that stops that. */
  listen(onWake: (inMs: number) => void): () => void
  /** Events were committed. May be lost in a crash as well. */
  announceEvents(): void
  /** Calls `onEvents` whenever this process or another has committed events. Returns a function that stops that. */
  listenForEvents(onEvents: () => void): () => void
  close(): Promise<void>
}

// Posts are created in bursts, and one message announces all of them.
const gatherMs = 5
// Every step of publishing writes events, and their readers take many at once.
const gatherEventsMs = 25
const eventsPayload = 'events'

/** Calls this process directly, and notifies all others by NOTIFY on a connection of its own. */
export function createWakeUp(db: Database, log: Logger): WakeUp {
  const listeners = new Set<(inMs: number) => void>()
  const eventListeners = new Set<() => void>()
  let gathered: number | null = null
  let isNotifying = false
  let announcing: Promise<void> | null = null
  const others = keepListening(db, log, 'crier_due', {
    // An older version takes every message for a wake-up, which does no harm.
    onMessage: (payload) =>
      payload === eventsPayload ? callEventListeners() : callListeners(Number(payload) || 0),
    onOpen: () => {
      callListeners(0)
      callEventListeners()
    },
  })

  function callListeners(inMs: number): void {
    for (const listener of listeners) listener(inMs)
  }

  function callEventListeners(): void {
    for (const listener of eventListeners) listener()
  }

  // One message at a time; wake-ups that come meanwhile go with the next.
  async function notifyOthers(): Promise<void> {
    while (gathered !== null) {
      const inMs = Math.round(gathered)
      gathered = null
      await notify(String(inMs))
    }
    isNotifying = false
  }

  async function notify(payload: string): Promise<void> {
    try {
      await others.notify(payload)
    } catch (error) {
      log.debug({ err: error }, 'a wake-up was lost')
    }
  }

  return {
    wake: (inMs) => {
      callListeners(inMs)
      gathered = Math.min(gathered ?? Number.POSITIVE_INFINITY, inMs)
      if (isNotifying) return
      isNotifying = true
      setTimeout(() => void notifyOthers(), gatherMs)
    },
    listen: (onWake) => {
      listeners.add(onWake)
      return () => void listeners.delete(onWake)
    },
    announceEvents: () => {
      callEventListeners()
      announcing ??= pause(gatherEventsMs).then(() => {
        announcing = null
        return notify(eventsPayload)
      })
    },
    listenForEvents: (onEvents) => {
      eventListeners.add(onEvents)
      return () => void eventListeners.delete(onEvents)
    },
    close: async () => {
      // A command of the operator ends right after what it wrote.
      await announcing
      await others.close()
    },
  }
}
