import { isProvenGone, type ProcessIdentity } from '../../lib/process/process-identity.ts'
import type { GoneWorker } from './take-over.ts'
import type { QuietWorker } from './worker-rows.ts'

/** Concludes from successive looks at the fleet which workers are gone. */
export interface Judge {
  /** @param sessionAgeMs the age of our own session; null without one */
  findGone(quiet: readonly QuietWorker[], sessionAgeMs: number | null): GoneWorker[]
}

/** A worker opens a cut session again at once, so only a session that is missed twice in a row counts as gone. */
const looksBeforeLost = 2

/**
 * @param graceMs how long a worker that had to open its own session again concludes nothing from the sessions of others.
 *   The fault that cut its session may have cut all of them, and they come back within a second or two.
 */
export function createJudge(own: ProcessIdentity | null, graceMs: number): Judge {
  /** By worker: how often in a row its session was missed. */
  let missed = new Map<number, number>()
  return {
    findGone: (quiet, sessionAgeMs) => {
      const missing = quiet.filter(({ sessionIsGone }) => sessionIsGone)
      missed = new Map(missing.map(({ id }) => [id, (missed.get(id) ?? 0) + 1]))
      const sessionsTell = sessionAgeMs !== null && sessionAgeMs >= graceMs
      return quiet.flatMap(({ id, owner, identity }) => {
        const isProven = identity !== null && isProvenGone(identity, own)
        const isLost = sessionsTell && (missed.get(id) ?? 0) >= looksBeforeLost
        return isProven || isLost ? [{ id, owner, isProven }] : []
      })
    },
  }
}
