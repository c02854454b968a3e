import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseAway } from './database-away.ts'
import { isDatabaseBusy } from './sql-state.ts'

export interface WhileAwayOptions {
  /** After this, or once `signal` is aborted, the error of the last try is thrown. */
  readonly longestMs: number
  readonly signal?: AbortSignal
  /** Told the error of each try that is followed by another. */
  readonly onWait?: (error: unknown) => void
}

const restMs = 500

/**
 * Writes what is in our hands and nowhere else, such as a network's answer: while the database is away or busy, the write
 * is tried again.
 */
export async function whileAway<Result>(
  write: () => Promise<Result>,
  { longestMs, signal, onWait }: WhileAwayOptions,
): Promise<Result> {
  const until = performance.now() + longestMs
  for (;;) {
    try {
      return await write()
    } catch (error) {
      const isOver = signal?.aborted === true || performance.now() > until
      if (isOver || !(isDatabaseAway(error) || isDatabaseBusy(error))) throw error
      onWait?.(error)
      await pause(restMs)
    }
  }
}
