import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/log.ts'
import { type Beat, type Beating, beat, leave, register } from './job-workers.ts'

export interface HeartOptions extends Beating {
  readonly db: Database
  readonly log: Logger
  readonly beatMs: number
}

/** Says every few seconds that this process works, and looks after those that do not say so any more. */
export interface Heart {
  /** Resolves when others took this process for dead, as after a long sleep: its jobs are theirs now. */
  readonly lost: Promise<void>
  /** Resolves once nobody can have taken this process for dead. @throws Error when that cannot be known */
  sure(): Promise<void>
  /** Beats no more, and says goodbye if the database can hear it. */
  stop(): Promise<void>
}

export function startHeart(options: HeartOptions): Heart {
  const { db, log, id, beatMs, deadAfterMs } = options
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  let sureUntil = 0
  let isRegistered = false
  let isLost = false
  let beating: Promise<void> | null = null

  async function beatOnce(): Promise<void> {
    // Counted from before the question: whatever it takes, others count from later.
    const askedAt = performance.now()
    if (!isRegistered) {
      await register(db, options)
      isRegistered = true
    }
    const found = await beat(db, options)
    if (found.isKnown) sureUntil = askedAt + deadAfterMs
    else {
      isLost = true
      lose()
    }
    tell(found)
  }

  function tell({ isKnown, freed }: Beat): void {
    if (!isKnown)
      log.warn({ worker: id }, 'this worker was taken for dead: its background jobs went to others')
    if (freed.length > 0) log.warn({ workers: freed }, 'the background jobs of dead workers were freed')
  }

  function beatNow(): Promise<void> {
    beating ??= beatOnce().finally(() => {
      beating = null
    })
    return beating
  }

  const again = () =>
    void beatNow().catch((error: unknown) => log.warn({ err: error }, 'no sign of life could be given'))
  const timer = setInterval(again, beatMs)
  again()
  return {
    lost,
    sure: async () => {
      if (performance.now() >= sureUntil) await beatNow()
      if (isLost) throw new Error('This worker was taken for dead; the job is left to others.')
    },
    stop: async () => {
      clearInterval(timer)
      await beating?.catch(() => undefined)
      // Without a goodbye it is found dead a little later.
      await leave(db, id).catch((error: unknown) => log.warn({ err: error }, 'a worker left without a word'))
    },
  }
}
