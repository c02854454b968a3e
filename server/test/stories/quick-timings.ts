import type { Timings } from '../../src/timings.ts'

/** The machine's lengths, short enough to wait for. Their order stays: lease > window + answer; quarantine = all three. */
export const quickTimings: Partial<Timings> = {
  sendWindowMs: 1_000,
  requestTimeoutMs: 1_500,
  settleMs: 200,
  leaseMs: 4_000,
  leaseRenewMs: 1_000,
  prepareLeadMs: 1_500,
  backoffMs: 50,
  reconcilePausesMs: [100, 200, 300],
  wakeFallbackMs: 5_000,
}
