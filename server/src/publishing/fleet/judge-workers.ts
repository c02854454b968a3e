import { isProvenGone, type ProcessIdentity } from '../../lib/process-identity.ts'
import type { GoneWorker } from './take-over.ts'
import type { QuietWorker } from './worker-rows.ts'

/** Concludes from one look after the other which workers are gone. */
export interface Judge {
  /** `sessionAgeMs`: how long our own session lasts already; null without one. */
  findGone(quiet: readonly QuietWorker[], sessionAgeMs: number | null): GoneWorker[]
}

/** A session that was cut is opened again at once, so it is missed twice before anything follows from that. */
const looksBeforeLost = 2

/**
 * `graceMs`: a worker that had to open its session anew concludes nothing from the sessions of others for so long. Whatever
 * broke the one may have broken all of them, and they come back within a second or two.
 */
export function createJudge(own: ProcessIdentity | null, graceMs: number): Judge {
  /** How often in a row the session of each was missed. */
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
