/** Durations in milliseconds, from `docs/states.md`. Tests shorten them; no variable sets them. */
export interface Timings {
  /** A commit is sent within this time after it is stored, or not at all. */
  sendWindowMs: number
  /** How long a network may take to answer a commit; a connector may ask for more. */
  requestTimeoutMs: number
  /** How long a network gets after the last possible answer to show a post, before we look. */
  settleMs: number
  leaseMs: number
  leaseRenewMs: number
  /** A worker that reopened its session ignores missing sessions of others for this time. */
  sessionGraceMs: number
  /** How long before its time a target with media is prepared. */
  prepareLeadMs: number
  /** The first pause after a failure that may succeed later. It doubles with each failure. */
  backoffMs: number
  /** Pauses between looks at a network that shows nothing (R4 of the state machine). */
  reconcilePausesMs: readonly number[]
  /** An accepted commit without a verdict needs a review after this time. */
  confirmLimitMs: number
  /** How long a process holds an upload without renewing its claim. It renews it three times as often. */
  uploadLeaseMs: number
  /** An upload that is slower than 10 kB a second for this time is cut off. */
  uploadStallMs: number
  /** How long a request holds a resumable upload without renewing its lock. It renews it three times as often. */
  resumableLockMs: number
  /** A request waits for the files that it imports for this time. */
  importWaitMs: number
  /** How long one try to send a mail may take; its lease is twice as long. */
  mailTryMs: number
  /** The dispatcher queries the database at least this often, in case a wake-up was lost. */
  wakeFallbackMs: number
  /** A stopping worker finishes its current work within this time and hands over the rest. */
  stopMs: number
  /** A stopping server answers 503 for at least this time before it closes idle connections. */
  lingerMs: number
  /** A stopping server finishes the answers under way within this time and cuts the rest off. */
  drainMs: number
  /** A process whose event loop has been late all this time refuses what may wait. */
  overloadedAfterMs: number
}

export const defaultTimings: Timings = {
  sendWindowMs: 5_000,
  requestTimeoutMs: 30_000,
  settleMs: 30_000,
  leaseMs: 60_000,
  leaseRenewMs: 15_000,
  sessionGraceMs: 10_000,
  prepareLeadMs: 60_000,
  backoffMs: 2_000,
  reconcilePausesMs: [60_000, 180_000, 600_000],
  confirmLimitMs: 24 * 3_600_000,
  uploadLeaseMs: 30_000,
  uploadStallMs: 30_000,
  resumableLockMs: 6_000,
  importWaitMs: 20_000,
  mailTryMs: 60_000,
  wakeFallbackMs: 5_000,
  stopMs: 22_000,
  lingerMs: 500,
  drainMs: 20_000,
  overloadedAfterMs: 1_000,
}
