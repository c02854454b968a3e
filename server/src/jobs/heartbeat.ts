import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/log.ts'
import {
  enqueueWanted,
  type HeartbeatAnswer,
  type JobWorker,
  recordHeartbeat,
  registerJobWorker,
  removeJobWorker,
} from './job-workers.ts'
import { noteChoresDone } from './note-chore.ts'

export interface HeartbeatOptions extends JobWorker {
  readonly db: Database
  readonly log: Logger
  readonly heartbeatMs: number
}

/** Tells the database every few seconds that this process is alive, and frees the jobs of processes that are not. */
export interface Heartbeat {
  /** Resolves when others took this process for dead, as after a long sleep: its jobs are theirs now. */
  readonly lost: Promise<void>
  /**
   * Resolves once it is certain that no other process takes this one for dead.
   * @throws Error when that cannot be known
   */
  confirmAlive(): Promise<void>
  /** Has the next heartbeat note that a chore was done; null, that it failed after all. */
  noteChore(name: string, doneAt: number | null): void
  /** Ends the heartbeat, and removes this worker if the database can be reached. */
  stop(): Promise<void>
}

export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { db, log, id, heartbeatMs, deadAfterMs } = options
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  let aliveUntil = 0
  let isRegistered = false
  let isLost = false
  let heartbeat: Promise<void> | null = null
  const tending = createChoreTending(options)

  async function sendHeartbeat(): Promise<void> {
    // The time is taken before the statement: the database counts from a later moment, so we never think we live longer.
    const askedAt = performance.now()
    if (!isRegistered) {
      await registerJobWorker(db, options)
      isRegistered = true
    }
    const found = await recordHeartbeat(db, options)
    tending.wait(found.waiting)
    if (found.isKnown) aliveUntil = askedAt + deadAfterMs
    else {
      isLost = true
      lose()
    }
    report(found)
  }

  function report({ isKnown, freed }: HeartbeatAnswer): void {
    if (!isKnown)
      log.warn({ worker: id }, 'other workers took this worker for dead and took over its background jobs')
    if (freed.length > 0) log.warn({ workers: freed }, 'the background jobs of dead workers were freed')
  }

  function heartbeatNow(): Promise<void> {
    heartbeat ??= sendHeartbeat().finally(() => {
      heartbeat = null
    })
    return heartbeat
  }

  const again = () =>
    void heartbeatNow().then(
      () =>
        tending
          .tend()
          .catch((error: unknown) => log.warn({ err: error }, 'periodic chores could not be looked up')),
      (error: unknown) => log.warn({ err: error }, 'a heartbeat could not be written'),
    )
  const timer = setInterval(again, heartbeatMs)
  again()
  return {
    lost,
    confirmAlive: async () => {
      if (performance.now() >= aliveUntil) await heartbeatNow()
      if (isLost) throw new Error('Other workers took this worker for dead, so it leaves the job to them.')
    },
    noteChore: tending.note,
    stop: async () => {
      clearInterval(timer)
      await heartbeat?.catch(() => undefined)
      await tending
        .noteDone()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'a stopping worker could not note its last chores'),
        )
      // The others will find it dead a little later.
      await removeJobWorker(db, id).catch((error: unknown) =>
        log.warn({ err: error }, 'a stopping worker could not remove itself'),
      )
    },
  }
}

interface ChoreTending {
  /** Takes the chores whose time has come, if there is something to do. */
  wait(names: readonly string[]): void
  note(name: string, doneAt: number | null): void
  /** Stores which chores were done, and enqueues those that have something to do. */
  tend(): Promise<void>
  noteDone(): Promise<void>
}

function createChoreTending({ db, chores }: Pick<HeartbeatOptions, 'db' | 'chores'>): ChoreTending {
  let waiting: readonly string[] = []
  /** When each was done, by `performance.now()`. */
  const done = new Map<string, number>()

  async function noteDone(): Promise<void> {
    if (done.size === 0) return
    const noted = new Map(done)
    const now = performance.now()
    await noteChoresDone(db, new Map([...noted].map(([name, at]) => [name, now - at])))
    for (const [name, at] of noted) if (done.get(name) === at) done.delete(name)
  }

  return {
    noteDone,
    wait: (names) => {
      waiting = names
    },
    note: (name, doneAt) => {
      if (doneAt === null) done.delete(name)
      else done.set(name, doneAt)
    },
    tend: async () => {
      await noteDone()
      const asked = waiting
      waiting = []
      // Most chores have nothing to do for hours, so they are not run to find that out.
      if (asked.length > 0) await enqueueWanted(db, chores, asked)
    },
  }
}
