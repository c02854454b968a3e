/**
 * Why a child was lost while it worked:
 * - `memory`: it took more memory than the limit, and was killed.
 * - `time`: it took more processor time than the limit, and was killed.
 * - `stalled`: it took more time on the clock than the limit, hardly any of it on a processor, and was killed.
 * - `crashed`: it ended by itself.
 * - `killed`: somebody else killed it, such as the kernel when the machine has no memory left.
 */
export type LossReason = 'memory' | 'time' | 'stalled' | 'crashed' | 'killed'

/** A child was lost before it answered. */
export class ChildLost extends Error {
  override name = 'ChildLost'
  readonly reason: LossReason

  constructor(reason: LossReason, detail: string) {
    super(`A child was lost (${reason}). ${detail}`.trim())
    this.reason = reason
  }
}

/** A child cannot be started, or an order met an unexpected error. The message has the child's own words. */
export class ChildFault extends Error {
  override name = 'ChildFault'
}
