import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/log.ts'

/** Carries "something is due" to the dispatchers of this process and of all others over the same database. */
export interface WakeUp {
  /** In so many milliseconds. May be lost in a crash: dispatchers look by themselves every few seconds. */
  wake(inMs: number): void
  /** Calls `onWake` for every wake-up, from wherever. Returns how to stop. */
  listen(onWake: (inMs: number) => void): () => void
  close(): Promise<void>
}

const channel = 'crier_due'
// Creates come in bursts; one message tells of all of them.
const gatherMs = 5
const longestRestMs = 10_000

/** Opens one connection of its own for LISTEN and NOTIFY, and opens it again for ever when it breaks. */
export function createWakeUp(db: Database, log: Logger): WakeUp {
  type Client = Awaited<ReturnType<Database['connect']>>
  const listeners = new Set<(inMs: number) => void>()
  let client: Client | null = null
  let isClosed = false
  let reconnecting: NodeJS.Timeout | undefined
  let gathered: number | null = null
  let isTelling = false

  function tell(inMs: number): void {
    for (const listener of listeners) listener(inMs)
  }

  function reopen(restMs: number): void {
    if (isClosed) return
    clearTimeout(reconnecting)
    reconnecting = setTimeout(() => void open(Math.min(longestRestMs, restMs * 2)), restMs)
    reconnecting.unref()
  }

  async function open(restMs: number): Promise<void> {
    try {
      const opened = await db.connect()
      opened.on('error', (error) => log.warn({ err: error }, 'the wake-up connection broke'))
      opened.on('end', () => {
        if (client === opened) client = null
        reopen(restMs)
      })
      await listenOn(opened)
      if (isClosed) return void (await opened.end())
      client = opened
      // Whatever was told while nobody listened.
      tell(0)
    } catch (error) {
      log.warn({ err: error }, 'the wake-up connection cannot be opened')
      reopen(restMs)
    }
  }

  async function listenOn(opened: Client): Promise<void> {
    try {
      // Our own message comes back to us; this process was told directly.
      const self = await opened.query<{ pid: number }>('select pg_backend_pid() as pid')
      opened.on('notification', (message) => {
        if (message.processId !== self.rows[0]?.pid) tell(Number(message.payload) || 0)
      })
      // A wake-up may be lost, so its COMMIT need not reach the disk.
      await opened.query('set synchronous_commit = off')
      await opened.query(`listen ${channel}`)
    } catch (error) {
      await opened.end()
      throw error
    }
  }

  // One message at a time; what comes meanwhile goes with the next.
  async function notify(): Promise<void> {
    while (gathered !== null) {
      const inMs = Math.round(gathered)
      gathered = null
      try {
        await client?.query(`select pg_notify('${channel}', $1)`, [String(inMs)])
      } catch (error) {
        log.debug({ err: error }, 'a wake-up was lost')
      }
    }
    isTelling = false
  }

  void open(250)
  return {
    wake: (inMs) => {
      tell(inMs)
      gathered = Math.min(gathered ?? Number.POSITIVE_INFINITY, inMs)
      if (isTelling) return
      isTelling = true
      setTimeout(() => void notify(), gatherMs)
    },
    listen: (onWake) => {
      listeners.add(onWake)
      return () => void listeners.delete(onWake)
    },
    close: async () => {
      isClosed = true
      clearTimeout(reconnecting)
      await client?.end()
    },
  }
}
