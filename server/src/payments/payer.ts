import type { Origin } from '../context.ts'

/** A person who pays for a workspace. */
export interface Payer {
  readonly workspaceId: string
  readonly userId: string
  readonly from: Origin
}
