import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/log.ts'
import {
  type HeartbeatAnswer,
  type JobWorker,
  recordHeartbeat,
  registerJobWorker,
  removeJobWorker,
} from './job-workers.ts'

export interface HeartbeatOptions extends JobWorker {
  readonly db: Database
  readonly log: Logger
  readonly heartbeatMs: number
}

/** Tells the database every few seconds that this process is alive, and frees the jobs of processes that are not. */
export interface Heartbeat {
  /** Resolves when others took this process for dead, as after a long sleep: its jobs are theirs now. */
  readonly lost: Promise<void>
  /** Resolves once nobody can have taken this process for dead. @throws Error when that cannot be known */
  confirmAlive(): Promise<void>
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

  async function sendHeartbeat(): Promise<void> {
    // The time is taken before the statement: the database counts from a later moment, so we never think we live longer.
    const askedAt = performance.now()
    if (!isRegistered) {
      await registerJobWorker(db, options)
      isRegistered = true
    }
    const found = await recordHeartbeat(db, options)
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
    void heartbeatNow().catch((error: unknown) =>
      log.warn({ err: error }, 'a heartbeat could not be written'),
    )
  const timer = setInterval(again, heartbeatMs)
  again()
  return {
    lost,
    confirmAlive: async () => {
      if (performance.now() >= aliveUntil) await heartbeatNow()
      if (isLost) throw new Error('Other workers took this worker for dead, so it leaves the job to them.')
    },
    stop: async () => {
      clearInterval(timer)
      await heartbeat?.catch(() => undefined)
      // The others will find it dead a little later.
      await removeJobWorker(db, id).catch((error: unknown) =>
        log.warn({ err: error }, 'a stopping worker could not remove itself'),
      )
    },
  }
}
