import { defaultTimings, type Timings } from '../../src/timings.ts'

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

/**
 * The usual lengths. Only between two looks at a network less time passes, or a post that is nowhere to be found would
 * take a quarter of an hour to ask.
 */
export const usualTimings = {
  ...defaultTimings,
  reconcilePausesMs: shortTimings.reconcilePausesMs,
} satisfies Timings

/** How long after a send nobody looks. */
export function quarantineOf({
  sendWindowMs,
  requestTimeoutMs,
  settleMs,
}: Pick<Timings, 'sendWindowMs' | 'requestTimeoutMs' | 'settleMs'>): number {
  return sendWindowMs + requestTimeoutMs + settleMs
}
