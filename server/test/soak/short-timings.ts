import type { Timings } from '../../src/config.ts'

/**
 * The lengths of the machine at about a thirtieth, in their order: a lease outlives window and answer, the quarantine
 * is the sum of window, answer and settling, and a stop of up to six seconds outlives them all.
 */
export const shortTimings = {
  sendWindowMs: 1_000,
  requestTimeoutMs: 1_500,
  settleMs: 500,
  leaseMs: 3_500,
  leaseRenewMs: 800,
  prepareLeadMs: 1_000,
  backoffMs: 100,
  reconcilePausesMs: [300, 600, 1_500],
  confirmLimitMs: 30_000,
  wakeFallbackMs: 1_000,
} satisfies Partial<Timings>
