import type { WorkLengths } from '../../src/jobs/work.ts'

/** A tenth of the usual ones, in the same order. */
export const fastLengths: WorkLengths = { heartbeatMs: 300, deadAfterMs: 1_500, pollMs: 500, stopMs: 5_000 }

/** How often the chore of a test is due. */
export const chorePeriodMs = 300
